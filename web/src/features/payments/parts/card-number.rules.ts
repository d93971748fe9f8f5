/** As it is printed on a card: in groups of four. */
export const groupNumber = (typed: string): string =>
  typed
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** "12 / 34", while it is typed as well. */
export function spaceExpiry(typed: string, before = ''): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 4);
  // The slash is deleted with the digit before it.
  if (before.endsWith('/ ') && typed === before.slice(0, -1)) return digits.slice(0, 1);
  const whole = /^[2-9]$/.test(digits) ? `0${digits}` : digits;
  return whole.length < 2 ? whole : `${whole.slice(0, 2)} / ${whole.slice(2)}`;
}

/** Null where it is none. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(typed) ?? [];
  return month && year && Number(month) >= 1 && Number(month) <= 12
    ? { month: Number(month), year: 2000 + Number(year) }
    : null;
}

/** The check digit of ISO/IEC 7812, which tells most typing errors. */
export function isCardNumber(typed: string): boolean {
  const digits = typed.replaceAll(' ', '');
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
