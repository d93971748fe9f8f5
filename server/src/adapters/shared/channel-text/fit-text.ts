import { splitText } from './split-text.ts';
import type { StyledText } from './text-writer.ts';

type Limits = {
  /** How long a message may be, as `measure` counts. */
  most: number;
  measure: (text: string) => number;
  /** How its marks are written. */
  render: (text: StyledText) => string;
};

/** As few messages as hold a text once its marks are written, none longer than the provider takes. */
export function fitText(whole: StyledText, limits: Limits, limit = limits.most): string[] {
  return splitText(whole, limit).flatMap((part) => {
    const text = limits.render(part);
    const length = limits.measure(text);
    if (length <= limits.most) return [text];
    // Marks, or signs of several bytes, make it longer than it is: in smaller pieces, as much as it is too long.
    const smaller = Math.max(1, Math.floor((part.text.length * limits.most * 0.9) / length));
    return fitText(part, limits, Math.min(smaller, part.text.length - 1));
  });
}
