const overWords = 'over|above|more than|from|über|mehr als|ab|más de|desde|plus de|à partir de|أكثر من|فوق';
const underWords =
  "under|below|less than|up to|unter|weniger als|bis(?: zu)?|menos de|hasta|moins de|jusqu[’']à|أقل من|تحت";
const patterns = { over: boundOf(overWords), under: boundOf(underWords) };

function boundOf(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words}) (\\d{1,9}(?:[.,]\\d{1,3})?)(?!\\d)`, 'giu');
}

const boundsIn = (text: string, pattern: RegExp): string[] =>
  [...text.slice(0, 300).matchAll(pattern)].map(([, number]) => number!);

/** "A dog over 20 kg" is not the row "Dog under 20 kg": they name the same number from the other side. */
export function otherSideOf(question: string): (text: string) => boolean {
  const over = boundsIn(question, patterns.over);
  const under = boundsIn(question, patterns.under);
  if (over.length + under.length === 0) return () => false;
  return (text) =>
    boundsIn(text, patterns.under).some((number) => over.includes(number)) ||
    boundsIn(text, patterns.over).some((number) => under.includes(number));
}
