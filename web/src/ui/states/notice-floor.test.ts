import { describe, expect, it } from 'vitest';
import { noticeFloor } from './notice-floor.ts';

const view = { height: 800, hidden: 0 };
const stack = { height: 100, left: 880, right: 1_264 };
const bar = (top: number, bottom: number, left = 0, right = 1_280) => ({ top, bottom, left, right });

describe('where notices stand', () => {
  it.each([
    ['at the edge, where nothing is', [], 0],
    ['over a bar at the edge', [bar(744, 800)], 56],
    ['over two bars that leave no room between them', [bar(600, 660), bar(744, 800)], 200],
    ['between two bars that leave room', [bar(400, 460), bar(744, 800)], 56],
    ['at the edge, where a bar is higher than they reach', [bar(400, 460)], 0],
    ['at the edge, beside a bar', [bar(700, 760, 0, 600)], 0],
    ['over the lower bar, where none above it leaves room', [bar(744, 800), bar(40, 740)], 56],
  ])('%s', (_name, bars, floor) => expect(noticeFloor(stack, bars, view)).toBe(floor));

  it('stands over a keyboard, and over the bar above it', () => {
    expect(noticeFloor(stack, [], { height: 800, hidden: 300 })).toBe(300);
    expect(noticeFloor(stack, [bar(440, 500)], { height: 800, hidden: 300 })).toBe(360);
  });
});
