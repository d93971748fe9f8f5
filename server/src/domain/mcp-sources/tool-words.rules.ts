/**
 * What a stranger wrote, as everybody sees it: signs that nobody sees are gone, among them those that turn the direction of writing
 * and those that hide other words.
 */
export function seenWords(text: string, charsMax: number): string {
  const seen = text
    .slice(0, 8 * charsMax)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]/gu, '')
    .replace(/[ \t\u00a0]+/g, ' ')
    .trim();
  return seen.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, '');
}

/** `getWeather-now` as `get_weather_now`: the form in which inputs, outputs and functions are called. May be empty. */
export const plainName = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/_$/, '');

/** Another name where it is taken; `fallback` where there is none. */
export function freeName(name: string, fallback: string, taken: ReadonlySet<string>): string {
  const plain = plainName(name) || fallback;
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : `_${nth}`;
    const free = `${plain.slice(0, 40 - end.length)}${end}`;
    if (!taken.has(free)) return free;
  }
}
