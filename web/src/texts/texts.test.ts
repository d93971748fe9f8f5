import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errors } from '@antiphon/contract/error-list';
import { parse, type Token } from '@messageformat/parser';
import { describe, expect, it } from 'vitest';
import { languages } from './languages.ts';

type TextTree = { [key: string]: string | TextTree };

const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (language: string, file: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8'))));
const filesOf = (language: string) => readdirSync(`${folder}${language}`).sort();

function flatten(texts: TextTree, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text] as [string, string]] : flatten(text, `${prefix}${key}.`),
  );
}

/** The names that a message is given, and its tags. */
function placeholders(tokens: Token[]): string[] {
  const names = tokens.flatMap((token) => {
    if (token.type === 'content') return token.value.match(/<\w+>/g) ?? [];
    if (token.type === 'octothorpe') return [];
    return [token.arg, ...('cases' in token ? token.cases.flatMap(({ tokens: inner }) => placeholders(inner)) : [])];
  });
  return [...new Set(names)].sort();
}

const selects = (tokens: Token[]): boolean =>
  tokens.some(
    (token) => 'cases' in token && (token.type === 'select' || token.cases.some((one) => selects(one.tokens))),
  );

const english = filesOf('en');

it('there is something to compare', () => {
  expect(english.length).toBeGreaterThan(1);
});

describe.each(languages.map(({ code }) => code))('%s', (language) => {
  it('has the same files as English', () => {
    expect(filesOf(language)).toEqual(english);
  });

  it.each(english.map((file) => [file]))('%s: the same keys, none empty, the same placeholders', (file) => {
    const source = read('en', file);
    const texts = read(language, file);
    expect([...texts.keys()].sort()).toEqual([...source.keys()].sort());
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(parse(text)), key).toEqual(placeholders(parse(source.get(key) ?? '')));
      // Between the marks of `isolate` a word is no longer the one that a case names.
      expect(selects(parse(text)), key).toBe(false);
    }
  });
});

// Planted: without the marks of `#2E5AAC` and of `{ratio}:1` -> both are named.
it('in Arabic what begins with / or #, and a ratio, stand between the marks that keep their order', () => {
  const sign = /(?<![\u2066\w<./:])[/#][A-Za-z0-9]|(?<!\u2066)\{\w+\}:\d/;
  const turned = filesOf('ar').flatMap((file) =>
    [...read('ar', file)].filter(([, text]) => sign.test(text)).map(([key]) => `${file} ${key}`),
  );
  expect(turned).toEqual([]);
});

it('every file has its line in keys.ts', () => {
  const types = readFileSync(`${folder}keys.ts`, 'utf8');
  for (const file of english) expect(types).toContain(`'./en/${file}'`);
});

it('the sentences of the public list of errors are the ones that are translated', () => {
  const sentences = read('en', 'errors.json');
  for (const [code, { message }] of Object.entries(errors)) expect(sentences.get(code), code).toBe(message);
});
