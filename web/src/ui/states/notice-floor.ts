export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Between notices and what is below them, in px. */
const noticeGap = 16;

/**
 * How far above the lower edge of the view notices of this height stand, in px, so that they lie on none of `bars`. `hidden`: so
 * much of the view is under a keyboard. Where there is no such place, on the last one that is within the view.
 */
export function noticeFloor(
  stack: { height: number; left: number; right: number },
  bars: readonly Box[],
  view: { height: number; hidden: number },
): number {
  const beside = bars.filter(({ left, right }) => left < stack.right && right > stack.left);
  let floor = view.hidden;
  for (const bar of beside.toSorted((one, other) => other.bottom - one.bottom)) {
    const lower = view.height - floor - noticeGap;
    if (bar.top >= lower || bar.bottom <= lower - stack.height) continue;
    const next = view.height - bar.top;
    if (next + noticeGap + stack.height > view.height) break;
    floor = next;
  }
  return floor;
}
