import type { Access, OpenBound } from './context.ts';

/**
 * Counts in the memory of this process: what is open ends with it, and what it protects is the process. `factor` multiplies
 * every bound, which is never below one.
 */
export function makeOpenBounds(factor: number): Access['open'] {
  const open = new Map<string, number>();
  const countOf = (key: string) => open.get(key) ?? 0;
  return (bounds: readonly OpenBound[]) => {
    if (bounds.some(({ key, max }) => countOf(key) >= Math.max(1, Math.floor(max * factor)))) return null;
    for (const { key } of bounds) open.set(key, countOf(key) + 1);
    let isReleased = false;
    return {
      release() {
        if (isReleased) return;
        isReleased = true;
        for (const { key } of bounds) {
          const left = countOf(key) - 1;
          if (left === 0) open.delete(key);
          else open.set(key, left);
        }
      },
    };
  };
}
