/** Numbers of cards that nobody has: a scheme's first digit, digits that are the same at every run, and the right check digit. */
export function makeCards(count: number): string[] {
  let state = 42;
  const digit = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * 10);
  };
  return Array.from({ length: count }, () => {
    const body = `4${Array.from({ length: 14 }, digit).join('')}`;
    const sum = [...body].reduce((all, one, at) => {
      const twice = at % 2 === 0 ? Number(one) * 2 : Number(one);
      return all + (twice > 9 ? twice - 9 : twice);
    }, 0);
    return `${body}${(10 - (sum % 10)) % 10}`;
  });
}

const SAID = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Digit by digit, in words. */
export const spelled = (digits: string): string => [...digits].map((digit) => SAID[Number(digit)]).join(' ');
