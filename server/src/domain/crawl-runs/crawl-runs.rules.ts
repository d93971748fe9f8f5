export type RunCounts = {
  known: number;
  added: number;
  changed: number;
  removed: number;
  failed: number;
  unchanged: number;
  needsJavaScript: number;
};

/** Of fewer pages than this a share says nothing: one of two is half of them. */
const HELD_FROM_PAGES = 5;
const REMOVED_MAX = 0.3;
const CHANGED_MAX = 0.6;

/** Why a run waits until somebody has looked at it; null where it may be applied. */
export function whyHeld({ known, changed, removed }: RunCounts): string | null {
  if (known < HELD_FROM_PAGES) return null;
  const isMuch = removed > known * REMOVED_MAX || changed > known * CHANGED_MAX;
  if (!isMuch) return null;
  const parts = [removed > 0 ? `remove ${removed}` : null, changed > 0 ? `change ${changed}` : null].filter(Boolean);
  return `This reading would ${parts.join(' and ')} of ${known} pages, so it waits until somebody approves it. Until then the agent answers from what it knew before.`;
}

const TEXT_CHARS_MIN = 200;

/** Its scripts are not run: what is hardly any text without them is another page to people. */
export const needsJavaScript = (text: string, hasScripts: boolean): boolean =>
  hasScripts && text.length < TEXT_CHARS_MIN;

export const NEEDS_JAVASCRIPT = 'This page needs JavaScript to show its text, and scripts are not run here.';
