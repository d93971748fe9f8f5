/** Languages that the widget has texts in; the agent itself answers in more. */
const codes = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ar'];

const names = new Intl.DisplayNames('en', { type: 'language' });

/** Choices for a select; a language that was set from elsewhere stays among them. */
export const languages = (current: string) => [
  { value: 'automatic', label: 'Automatic' },
  ...[...codes, ...(current === 'automatic' || codes.includes(current) ? [] : [current])].map((value) => ({
    value,
    label: nameOf(value),
  })),
];

/** The English name of a language tag; the tag itself where it is none. */
export function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
