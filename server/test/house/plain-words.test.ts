import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What people read, in English: words that nobody would say so, and one spelling. The other languages follow the English.

const root = join(import.meta.dirname, '../../..');

const READ = [
  'web/src/texts/en/*.json',
  'widget/src/frame/texts/en.ts',
  'server/src/domain/email/letters/english.rules.ts',
  'contract/src/error-list.ts',
  'web/src/shells/marketing/**/*.tsx',
];

const BANNED: [phrase: RegExp, say: string][] = [
  [/\b(stands?|stood) here\b/i, 'shows up here'],
  [/\b(is|are|be) told of\b/i, 'is notified about'],
  [/\b(is|was|are|were|be|being) asked for\b/i, 'say who asks'],
  [/\bas it may\b/i, 'can'],
  // A variable "stands for" a value, and a chat stands on a page.
  [/\b(stands?|stood) (in (it|the|this|a)|at|above|alone|where|once|there|on the (phone|first))\b/i, 'is, or shows up'],
  [/\bmended\b/i, 'fixed'],
  [/\btold (twice|once more|before)\b/i, 'delivered'],
  [/\bleft empty\b/i, 'leave empty to'],
  [/\be-mail/i, 'email'],
  [/\b(colour|favourite|behaviour|organis|customis|recognis|cancelled|licence|centre)/i, 'the US spelling'],
];

/** Said as the specification says it. */
const GIVEN = ['"Subscription cancelled successfully"'];

/** Sentences, not code: what stands between quotes or tags. */
const find = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*|import )/.test(line))
    .flatMap((line) => {
      const words =
        line
          .replace(/^\s*"\w+": /, '')
          .match(/'[^']*[a-z] [^']*'|"[^"]*"|`[^`]*`|>[^<>{}]+<|^\s+[A-Za-z][^<>{}=;]*$/g) ?? [];
      return words
        .filter((one) => !GIVEN.includes(one))
        .flatMap((one) =>
          BANNED.filter(([phrase]) => phrase.test(one)).map(([, say]) => `${one.trim()} (say: ${say})`),
        );
    });

test('nothing that people read is said as nobody would say it', () => {
  const files = READ.flatMap((pattern) => globSync(pattern, { cwd: root }));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) => find(readFileSync(join(root, file), 'utf8')).map((one) => `${file}: ${one}`));
  expect(found).toEqual([]);
});

test('planted: each of them, in a text and in a page', () => {
  const said = [
    'Questions stand here.',
    'A person is told of it.',
    'A person was asked for.',
    'Left empty, none.',
    'It stands in the list.',
    'Unless this is mended.',
    'Told twice.',
    'Your e-mail',
  ];
  for (const one of said) {
    expect(find(`  "key": "${one}",`), one).not.toEqual([]);
    expect(find(`<p>${one}</p>`), one).not.toEqual([]);
  }
});
