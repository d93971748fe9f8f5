import { describe, expect, it } from 'vitest';
import { needsJavaScript, whyHeld } from './crawl-runs.rules.ts';

const NOTHING = { known: 100, added: 0, changed: 0, removed: 0, failed: 0, unchanged: 0, needsJavaScript: 0 };

describe('a run waits for approval', () => {
  it.each([
    [{ removed: 30 }, false],
    [{ removed: 31 }, true],
    [{ changed: 60 }, false],
    [{ changed: 61 }, true],
    [{ removed: 30, changed: 60, added: 500 }, false],
    [{ known: 4, removed: 4 }, false],
    [{ known: 5, removed: 2 }, true],
    [{ known: 0, added: 200 }, false],
  ])('%j: %s', (counts, isHeld) => {
    expect(whyHeld({ ...NOTHING, ...counts }) !== null).toBe(isHeld);
  });

  it('and says why', () => {
    expect(whyHeld({ ...NOTHING, removed: 61, changed: 2 })).toContain('would remove 61 and change 2 of 100 pages');
  });
});

describe('a page needs JavaScript', () => {
  it('where it has scripts and under 200 characters', () => {
    expect(needsJavaScript('x'.repeat(199), true)).toBe(true);
    expect(needsJavaScript('x'.repeat(200), true)).toBe(false);
    expect(needsJavaScript('x', false)).toBe(false);
  });
});
