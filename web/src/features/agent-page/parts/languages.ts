import { formatLanguage } from '../../../ui/format/format.ts';

/** Languages that the widget has texts in; the agent itself answers in more. */
const codes = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ar'];

/** Choices for a select; a language that was set from elsewhere stays among them. */
export const languages = (current: string, automatic: string) => [
  { value: 'automatic', label: automatic },
  ...[...codes, ...(current === 'automatic' || codes.includes(current) ? [] : [current])].map((value) => ({
    value,
    label: formatLanguage(value),
  })),
];
