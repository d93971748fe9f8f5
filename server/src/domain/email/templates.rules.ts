import { DashboardLanguage, directionOf } from '@antiphon/contract/languages';
import { limits } from '@antiphon/contract/limits';
import type { Letter, LetterRecord, Letters, LetterWords, TemplatedEmail } from './email.ports.ts';
import { arabic } from './letters/arabic.rules.ts';
import { english } from './letters/english.rules.ts';
import { french } from './letters/french.rules.ts';
import { german } from './letters/german.rules.ts';
import { spanish } from './letters/spanish.rules.ts';

const letters: Record<DashboardLanguage, Letters> = { en: english, de: german, es: spanish, fr: french, ar: arabic };

/** The agency in whose name a mail is sent; null where the platform writes itself. */
export function brandOf(props: unknown): string | null {
  const { brandName } = props as { brandName?: unknown };
  return typeof brandName === 'string' && brandName !== '' ? oneLine(brandName) : null;
}

/** In which the reader reads; English for mails that were written before there were others. */
export function languageOf(props: unknown): DashboardLanguage {
  const { language } = props as { language?: unknown };
  return DashboardLanguage.safeParse(language).data ?? 'en';
}

/** The words of one mail. Whatever a person may have typed (a name) is one line of bounded length in them. */
export function writeLetter(
  { template, props }: TemplatedEmail,
  brandName: string,
  language: DashboardLanguage,
): Letter {
  const { orOpen, write } = letters[language];
  const hold = directionOf(language) === 'rtl' ? isolate : (text: string) => text;
  const words = (write[template] as (props: unknown, brandName: string) => LetterWords)(
    toLines(props, hold),
    hold(oneLine(brandName)),
  );
  // Marks of direction stand in no header.
  return { ...words, subject: bare(words.subject), preview: bare(words.preview), orOpen, language };
}

const HEADER_CHARS_MAX = 200;
const bare = (text: string) => oneLine(text.replace(/[\u2068\u2069]/g, ''), HEADER_CHARS_MAX);

const LINE_CHARS_MAX = 100;

/** Keeps a name or an address in its own order inside of a right-to-left sentence: first strong isolate ... pop. */
const isolate = (text: string) => (text === '' ? '' : `\u2068${text}\u2069`);

/** Addresses keep their length, for one that is cut leads nowhere; a code is taken over as it is. */
const toLines = (props: Record<string, unknown>, hold: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      if (name === 'paragraphs')
        return [name, (value as string[]).map((one) => hold(oneLine(one, limits.feedbackCharsMax)))];
      if (name === 'records') return [name, (value as LetterRecord[]).map(plainRecord)];
      if (name === 'files') return [name, (value as string[]).map(hold)];
      return [name, typeof value === 'string' && !KEPT.includes(name) ? hold(oneLine(value)) : value];
    }),
  );

const KEPT = ['url', 'stopUrl', 'code', 'became', 'purpose'];

/** The longest is a key of 2048 bits. */
const RECORD_CHARS_MAX = 2_000;
const plainRecord = ({ type, name, value, priority }: LetterRecord): LetterRecord => ({
  type: oneLine(type),
  name: oneLine(name, RECORD_CHARS_MAX),
  value: oneLine(value, RECORD_CHARS_MAX),
  ...(priority === undefined ? {} : { priority }),
});

/** Without line breaks, other control characters and marks that turn the direction of writing: none may forge a header or a word. */
export function oneLine(text: string, charsMax = LINE_CHARS_MAX): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= charsMax ? plain : `${[...plain].slice(0, charsMax - 1).join('')}…`;
}
