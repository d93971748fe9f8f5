import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ SECRET_KEY: 'only-for-tests-0123456789-abcdefghij', ...environment });

const DIRECT = 'postgres://antiphon@postgres.example.com/antiphon';
const POOLED = 'postgres://antiphon@pooler.example.com:6432/antiphon';
const EU = 'postgres://antiphon@europe.example.com/antiphon';

test('absent, nothing stands between', () => {
  const { directUrls, isDirectoryPooled } = read({ DATABASE_URL: DIRECT });
  expect({ directUrls, isDirectoryPooled }).toEqual({
    directUrls: { na: null, eu: null },
    isDirectoryPooled: false,
  });
});

test('with a pooler each region has an address past it', () => {
  const pooled = { DATABASE_POOLER: 'transaction', DATABASE_URL: POOLED, DATABASE_DIRECT_URL: DIRECT };
  expect(read(pooled).directUrls).toEqual({ na: DIRECT, eu: null });
  expect(read(pooled).isDirectoryPooled).toBe(true);
  expect(read({ ...pooled, DIRECTORY_DATABASE_URL: DIRECT }).isDirectoryPooled).toBe(false);
  const both = { ...pooled, DATABASE_URL_EU: EU, DATABASE_DIRECT_URL_EU: DIRECT };
  expect(read(both).directUrls).toEqual({ na: DIRECT, eu: DIRECT });
});

test.each([
  [{ DATABASE_POOLER: 'session', DATABASE_URL: POOLED }, /DATABASE_POOLER is not valid/],
  [{ DATABASE_POOLER: 'transaction', DATABASE_URL: POOLED }, /DATABASE_DIRECT_URL must lead to the same database/],
  [
    { DATABASE_POOLER: 'transaction', DATABASE_URL: POOLED, DATABASE_DIRECT_URL: POOLED },
    /DATABASE_DIRECT_URL must lead/,
  ],
  [
    { DATABASE_POOLER: 'transaction', DATABASE_URL: POOLED, DATABASE_DIRECT_URL: DIRECT, DATABASE_URL_EU: EU },
    /DATABASE_DIRECT_URL_EU must lead/,
  ],
  [{ DATABASE_URL: POOLED, DATABASE_DIRECT_URL: DIRECT }, /DATABASE_POOLER=transaction must be set too/],
])('%j ends the start with a sentence', (environment, sentence) => {
  expect(() => read(environment as Record<string, string>)).toThrow(sentence);
});
