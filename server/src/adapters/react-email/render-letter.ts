import { brandColours } from '@antiphon/contract/brand-palette';
import { directionOf } from '@antiphon/contract/languages';
import { createElement as h, type ReactElement } from 'react';
import type { Letter, MailBrand, RenderLetter } from '../../domain/email/email.ports.ts';

/**
 * react-email 6 (https://react.email): the one layout of all mails, in HTML and as text. Loaded at the first mail, for it takes
 * 300 ms and some megabytes. Written with `createElement`, because the server runs its sources as they are and JSX needs a build.
 */
export const renderLetter: RenderLetter = async (letter, brand) => {
  const mail = await import('react-email');
  const html = await mail.render(layOut(mail, letter, brand));
  return { html, text: writeText(letter, brand.name) };
};

type Components = Pick<
  typeof import('react-email'),
  'Body' | 'Button' | 'Container' | 'Head' | 'Heading' | 'Hr' | 'Html' | 'Link' | 'Preview' | 'Section' | 'Text'
>;

const FONT = 'Inter, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif';
const TEXT = '#17181c';
const MUTED = '#5c6068';

const styles = {
  body: { margin: 0, padding: '32px 12px', backgroundColor: '#fafaf8', fontFamily: FONT },
  brand: { margin: '0 0 16px', color: MUTED, fontSize: '13px', fontWeight: 500 },
  card: {
    maxWidth: '520px',
    padding: '32px',
    backgroundColor: '#ffffff',
    border: '1px solid #e7e6e2',
    borderRadius: '12px',
  },
  heading: { margin: '0 0 12px', color: TEXT, fontSize: '20px', lineHeight: '28px', fontWeight: 600 },
  paragraph: { margin: '0 0 12px', color: TEXT, fontSize: '15px', lineHeight: '24px' },
  button: {
    padding: '12px 20px',
    borderRadius: '6px',
    fontSize: '15px',
    fontWeight: 500,
    textDecoration: 'none',
  },
  code: {
    margin: '8px 0 16px',
    padding: '16px',
    borderRadius: '8px',
    backgroundColor: '#f3f2ee',
    color: TEXT,
    fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
    fontSize: '28px',
    letterSpacing: '6px',
    textAlign: 'center' as const,
  },
  record: { margin: '0 0 12px', padding: '12px 16px', borderRadius: '8px', backgroundColor: '#f3f2ee' },
  line: { margin: 0, color: TEXT, fontSize: '13px', lineHeight: '22px' },
  label: { color: MUTED },
  value: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', wordBreak: 'break-all' as const },
  small: { margin: '12px 0 0', color: MUTED, fontSize: '13px', lineHeight: '20px' },
  address: { color: MUTED, wordBreak: 'break-all' as const },
  rule: { margin: '24px 0 0', borderColor: '#e7e6e2' },
};

const OWN_COLOR = '#2e5aac';

/** In a brand's color, with words on it that can be read, and an edge where it is hardly seen on the page. */
function buttonOf(color: string | null) {
  const { fill, onFill, edge } = brandColours(color ?? OWN_COLOR, 'light');
  const isSeen = edge.toUpperCase() === fill.toUpperCase();
  return { ...styles.button, backgroundColor: fill, color: onFill, ...(isSeen ? {} : { border: `1px solid ${edge}` }) };
}

function layOut(mail: Components, letter: Letter, { name: brandName, color }: MailBrand): ReactElement {
  const { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } = mail;
  const { action, code, language } = letter;
  const dir = directionOf(language);
  const head = h(
    Head,
    null,
    h('meta', { name: 'color-scheme', content: 'light' }),
    h('meta', { name: 'supported-color-schemes', content: 'light' }),
    h('title', null, letter.subject),
  );
  const card = h(
    Container,
    { dir, style: styles.card },
    h(Text, { style: styles.brand }, brandName),
    h(Heading, { as: 'h1', style: styles.heading }, ...inline(letter.heading)),
    ...letter.paragraphs.map((paragraph) => h(Text, { key: paragraph, style: styles.paragraph }, ...inline(paragraph))),
    code && h(Text, { dir: 'ltr', style: styles.code }, code),
    ...(letter.records ?? []).map((lines, at) =>
      h(
        Section,
        { key: at, style: styles.record },
        ...lines.map(({ label, value }) =>
          h(
            Text,
            { key: label, style: styles.line },
            h('span', { style: styles.label }, `${label}: `),
            h('bdi', { dir: 'ltr', style: styles.value }, value),
          ),
        ),
      ),
    ),
    action &&
      h(
        Section,
        { style: { margin: '20px 0 8px' } },
        h(Button, { href: action.url, style: buttonOf(color) }, action.label),
      ),
    action &&
      h(
        Text,
        { style: styles.small },
        letter.orOpen,
        h(Link, { dir: 'ltr', href: action.url, style: styles.address }, action.url),
      ),
    h(Hr, { style: styles.rule }),
    h(Text, { style: styles.small }, ...inline(letter.footnote)),
    letter.aside &&
      h(
        Text,
        { style: styles.small },
        h(Link, { href: letter.aside.url, style: { color: MUTED, textDecoration: 'underline' } }, letter.aside.label),
      ),
  );
  return h(
    Html,
    { lang: language, dir },
    head,
    h(Preview, null, letter.preview),
    h(Body, { dir, lang: language, style: styles.body }, card),
  );
}

/** What stands between marks of its own direction becomes an element of its own: nobody copies the marks with an address. */
const inline = (text: string) =>
  text
    .split(/(\u2068[^\u2069]*\u2069)/)
    .map((part) => (part.startsWith('\u2068') ? h('bdi', null, part.slice(1, -1)) : part));

/** Written from the same words, not taken from the HTML: addresses stand alone on their line, so that every reader links them. */
function writeText(letter: Letter, brandName: string): string {
  const { heading, paragraphs, code, records = [], action, footnote, aside } = letter;
  const parts = [
    heading,
    ...paragraphs,
    ...(code ? [code] : []),
    ...records.map((lines) => lines.map(({ label, value }) => `${label}: ${value}`).join('\n')),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    '--',
    `${footnote}\n${brandName}`,
    ...(aside ? [`${aside.label}:\n${aside.url}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
