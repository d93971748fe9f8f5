const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const written = (value: unknown): string => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(written).join('');
  return value === null || value === undefined || value === false
    ? ''
    : String(value).replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
};

/** Whatever is put in is text, unless it is HTML of this kind. */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Html =>
  new Html(strings.reduce((text, part, at) => text + part + (at < values.length ? written(values[at]) : ''), ''));

/** Money as people write it. */
export const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

export const day = (seconds: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000);
