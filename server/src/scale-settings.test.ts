import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ SECRET_KEY: 'only-for-tests-0123456789-abcdefghij', ...environment });

const DIRECT = 'postgres://antiphon@postgres.example.com/antiphon';
const POOLED = 'postgres://antiphon@pooler.example.com:6432/antiphon';
const EU = 'postgres://antiphon@europe.example.com/antiphon';

test('absent, nothing stands between', () => {
  const { directUrls, brokers, isDirectoryPooled } = read({ DATABASE_URL: DIRECT });
  expect({ directUrls, brokers, isDirectoryPooled }).toEqual({
    directUrls: { na: null, eu: null },
    brokers: { na: { urls: '', cell: 'main' }, eu: { urls: '', cell: 'main' } },
    isDirectoryPooled: false,
  });
});

test('with a pooler each region has an address past it, and Europe has a broker of its own', () => {
  const pooled = { DATABASE_POOLER: 'transaction', DATABASE_URL: POOLED, DATABASE_DIRECT_URL: DIRECT };
  expect(read(pooled).directUrls).toEqual({ na: DIRECT, eu: null });
  expect(read(pooled).isDirectoryPooled).toBe(true);
  expect(read({ ...pooled, DIRECTORY_DATABASE_URL: DIRECT }).isDirectoryPooled).toBe(false);
  const both = { ...pooled, DATABASE_URL_EU: EU, DATABASE_DIRECT_URL_EU: DIRECT };
  expect(read(both).directUrls).toEqual({ na: DIRECT, eu: DIRECT });
  const { brokers } = read({
    DATABASE_URL: DIRECT,
    DATABASE_URL_EU: EU,
    BROKER_URL: 'nats://a:b@one:4222, tls://two',
    CELL: 'c2',
  });
  expect(brokers).toEqual({ na: { urls: 'nats://a:b@one:4222, tls://two', cell: 'c2' }, eu: { urls: '', cell: 'c2' } });
});

test('each region has a replica of its own, and Europe never that of North America', () => {
  const given = { DATABASE_URL: DIRECT, DATABASE_URL_EU: EU, DATABASE_READ_URL: POOLED };
  expect(read(given).replicaUrls).toEqual({ na: POOLED, eu: '' });
  expect(read({ ...given, DATABASE_READ_URL_EU: DIRECT }).replicaUrls).toEqual({ na: POOLED, eu: DIRECT });
});

test('further cells of a region have names, and with a pooler an address past it', () => {
  const given = { DATABASE_URL: DIRECT, CELL_URLS: `two=${EU}  three=${POOLED}` };
  const cells = [
    { name: 'two', url: EU, directUrl: null },
    { name: 'three', url: POOLED, directUrl: null },
  ];
  expect(read(given).cells).toEqual({ na: cells, eu: [] });
  const pooled = { DATABASE_POOLER: 'transaction', DATABASE_URL: POOLED, DATABASE_DIRECT_URL: DIRECT };
  const past = { ...pooled, CELL_URLS: `two=${POOLED}2`, CELL_DIRECT_URLS: `two=${DIRECT}2` };
  expect(read(past).cells.na).toEqual([{ name: 'two', url: `${POOLED}2`, directUrl: `${DIRECT}2` }]);
});

test.each([
  [{ CELL_URLS: `two=${EU}` }, /CELL_URLS is set: DATABASE_URL must lead/],
  [{ DATABASE_URL: DIRECT, CELL_URLS: `two=${EU} two=${POOLED}` }, /CELL_URLS is not valid/],
  [{ DATABASE_URL: DIRECT, CELL_URLS: EU }, /CELL_URLS is not valid/],
  [{ DATABASE_URL: DIRECT, CELL_URLS: `two=${DIRECT}` }, /a database that the region has already/],
  [{ DATABASE_URL: DIRECT, CELL_URLS: `main=${EU}` }, /"main", which is its first/],
  [{ DATABASE_URL: DIRECT, CELL_URLS: `two=${EU}`, CELL_DIRECT_URLS: `two=${EU}` }, /and none without it/],
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
  [{ DATABASE_READ_URL: DIRECT }, /A replica is set for na: DATABASE_URL must lead/],
  [{ DATABASE_URL: DIRECT, DATABASE_READ_URL: DIRECT }, /A replica is set for na/],
  [{ BROKER_URL: 'nats://one:4222' }, /embedded database is for one alone/],
  [{ DATABASE_URL: DIRECT, BROKER_URL: 'redis://one:6379' }, /BROKER_URL is not valid: Use nats/],
  [{ DATABASE_URL: DIRECT, CELL: 'a.b' }, /CELL is not valid/],
])('%j ends the start with a sentence', (environment, sentence) => {
  expect(() => read(environment as Record<string, string>)).toThrow(sentence);
});
