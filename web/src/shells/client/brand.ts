import type { Brand } from '@antiphon/contract/agency-themes';
import { brandCss, brandIcon } from '@antiphon/contract/brand-css';
import type { Region } from '@antiphon/contract/regions';
import { useSyncExternalStore } from 'react';

interface Written {
  /** Missing on the platform's own host, which shows previews alone. */
  brand?: Brand;
  region?: Region;
  /** What this very page lets into a frame. */
  frameOrigins?: readonly string[];
}

/** What the server wrote into the page. */
function readJson<Value>(id: string): Value | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Value) : null;
}

const written = readJson<Written>('brand');
let shown: Brand | null = written?.brand ?? null;
const listeners = new Set<() => void>();

/** Null for a moment in the owner's preview, until the owner's screen has sent it. */
export const useBrand = (): Brand | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );

/** Of the agency whose host this is; none in the owner's preview. */
export const writtenRegion = (): Region | undefined => written?.region;

/** May a page from there stand in a frame of this one? */
export const isFrameAllowed = (origin: string): boolean => written?.frameOrigins?.includes(origin) ?? false;

/** In the frame of the owner's screen, whose unsaved brand it shows. */
const isFrame = window.location.pathname === '/client-preview';
/** A page of its own on the platform's host: the brand as it was saved. */
export const isPreviewPage = written !== null && written.brand === undefined;

export const initialScheme = () => {
  const type = written?.brand?.themeType ?? 'system';
  return type === 'system' ? 'auto' : type;
};

/** `css` as the server gave it out. */
type Draft = { type?: string; brand?: Brand; css?: string };

/** The preview's brand comes from the page around it, which must be of the same origin. */
export function listenToOwner(): void {
  if (!isFrame || window.parent === window) return;
  window.addEventListener('message', ({ origin, source, data }: MessageEvent<Draft>) => {
    if (origin !== window.location.origin || source !== window.parent || data?.type !== 'draft' || !data.brand) return;
    showDraft(data.brand, data.css ?? '');
  });
  window.parent.postMessage({ type: 'brand-wanted' }, window.location.origin);
}

export function showDraft(brand: Brand, css: string): void {
  showBrand(brand);
  elementOf('style', 'agency-css').textContent = css;
}

function showBrand(brand: Brand): void {
  shown = brand;
  const root = document.documentElement;
  root.dataset.variant = brand.themeVariant;
  root.dataset.usage = brand.themeColorUsage;
  document.title = brand.name;
  elementOf('style', 'brand-css').textContent = brandCss(brand);
  const icon = elementOf('link', 'brand-icon') as HTMLLinkElement;
  Object.assign(icon, { rel: 'icon', href: brandIcon(brand) });
  const sheet = readJson<Record<string, { css: string }>>('fonts')?.[brand.googleFont]?.css ?? brand.fontSheet;
  if (sheet) Object.assign(elementOf('link', `font-${brand.googleFont}`), { rel: 'stylesheet', href: sheet });
  for (const listener of listeners) listener();
}

function elementOf(tag: 'style' | 'link', id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement(tag);
  made.id = id;
  document.head.append(made);
  return made;
}
