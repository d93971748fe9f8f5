import type { WidgetAgent } from '@antiphon/contract/visitors';
import { css, primaryOf, standOut, textOn } from './palette.ts';

/** Luminance of the agent's bubble, on which links stand. */
export const GROUND = { light: 0.88, dark: 0.022 };

let custom: CSSStyleSheet | null = null;

/** The system's setting decides where the agent leaves it open. */
export const schemeOf = (theme: WidgetAgent['theme'], prefersDark: boolean) =>
  theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light';

/** Colours as custom properties on the root, through CSSOM: a policy against inline styles does not touch them. */
export function applyTheme(agent: WidgetAgent, prefersDark: boolean, hostFont: string): void {
  const root = document.documentElement;
  const scheme = schemeOf(agent.theme, prefersDark);
  const ground = GROUND[scheme];
  const brand = primaryOf(agent.customThemeJSONString);
  // A brand as dark as the dark theme is lightened just so far that its surfaces are seen; a pale one has a hairline.
  const primary = scheme === 'dark' ? standOut(brand, ground, 1.3) : brand;
  root.dataset.theme = scheme;
  root.style.setProperty('--primary', css(primary));
  root.style.setProperty('--on-primary', textOn(primary));
  root.style.setProperty('--link', css(standOut(primary, ground, 4.6)));
  // Only fonts that are present: nothing is ever loaded for it.
  const family =
    agent.fontFamily === 'inherit' ? hostFont : agent.fontFamily && `"${agent.fontFamily.replace(/["\\]/g, '')}"`;
  root.style.setProperty('--font', family ? `${family}, var(--system-font)` : 'var(--system-font)');
}

/** The agency's stylesheet, already parsed and scoped by the server. Taken out again when it hides what must be seen. */
export function applyCustomCss(text: string, isNoticeSeen: () => boolean): void {
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== custom);
  document.adoptedStyleSheets = others;
  custom = null;
  if (!text.trim()) return;
  custom = new CSSStyleSheet();
  custom.replaceSync(text);
  document.adoptedStyleSheets = [...others, custom];
  const mine = custom;
  const check = () => {
    if (custom !== mine || isNoticeSeen()) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== mine);
    custom = null;
    console.warn('The custom CSS hides the notice that an AI answers and is not applied.');
  };
  requestAnimationFrame(check);
  // An animation or a media query could hide it later.
  addEventListener('resize', check);
  const timer = setInterval(() => (custom === mine ? check() : clearInterval(timer)), 2_000);
}
