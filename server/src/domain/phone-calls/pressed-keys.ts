const END = '#';

/**
 * Keys that are pressed one after the other, as what they say together: until `#`, or for two seconds none. A `#` without any before it is late,
 * for the two seconds were over: it says nothing.
 */
export function makePressedKeys({ onSaid, waitMs = 2_000 }: { onSaid: (digits: string) => void; waitMs?: number }) {
  const MOST = 40;
  let digits = '';
  let timer: NodeJS.Timeout | undefined;
  const say = () => {
    clearTimeout(timer);
    const said = digits;
    digits = '';
    if (said !== '') onSaid(said);
  };
  return {
    /** More may come. */
    isPressing: () => digits !== '',
    isLate: (digit: string) => digit === END && digits === '',
    press(digit: string) {
      if (digit === END) return say();
      digits += digit;
      clearTimeout(timer);
      if (digits.length >= MOST) return say();
      timer = setTimeout(say, waitMs);
    },
    end() {
      clearTimeout(timer);
      digits = '';
    },
  };
}
