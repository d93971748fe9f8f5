import type { WidgetAgent } from '@antiphon/contract/visitors';
import { safeHref } from './safe-href.ts';

const STYLE = `:host{all:initial!important;display:block!important;position:relative!important;z-index:2147483647!important;flex:none!important;visibility:visible!important;opacity:1!important;font:12px/1.4 var(--font)!important;color:var(--notice)!important;background:var(--surface)!important;text-align:center!important;padding:0 16px 10px!important}
a{color:inherit;text-underline-offset:2px}a:focus-visible{outline:2px solid;outline-offset:2px;border-radius:2px}`;

let root: ShadowRoot | null = null;

/**
 * "You are talking to an AI": in a shadow root of its own beside the chat, where `!important` on the host wins over
 * every rule of the page. That does not cover being laid over or pushed out, which `isNoticeSeen` finds. While a person writes
 * it would be false, and is not said.
 */
export function showNotice(
  place: HTMLElement,
  agent: WidgetAgent,
  privacyText: string,
  dir: string,
  isPerson: boolean,
): void {
  if (!root) {
    root = place.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  }
  const line = document.createElement('div');
  line.dir = dir;
  const isShown = agent.showsAiNotice && !isPerson;
  if (isShown) line.append(agent.aiNotice);
  const href = agent.policyUrl.startsWith('/') ? agent.policyUrl : safeHref(agent.policyUrl);
  if (href) {
    const link = document.createElement('a');
    link.href = href;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.textContent = privacyText;
    line.append(isShown ? ' · ' : '', link);
  }
  root.replaceChildren(line);
}

/** True where the notice can be read, or there is none to read, or the frame itself is not shown. */
export function isNoticeSeen(place: HTMLElement): boolean {
  const line = root?.firstElementChild;
  if (!line?.textContent || !innerHeight || document.hidden) return true;
  const { left, top, width, height } = line.getBoundingClientRect();
  if (!width || height < 8 || top < 0 || top + height > innerHeight + 1) return false;
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen === place && place.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}
