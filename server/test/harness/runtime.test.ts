import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// Plain Node without types: it also runs where the project's own Node is not yet.
const { installVerified } = await import(new URL('../../../scripts/runtime.mjs', import.meta.url).href);

const folder = mkdtempSync(join(tmpdir(), 'runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const source = join(folder, 'source');
const marker = join(folder, 'ran');
mkdirSync(source);
const scripts = Object.fromEntries(['prepack', 'preinstall', 'postinstall'].map((name) => [name, `touch ${marker}`]));
writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'node-none', version: '1.0.0', scripts }));

/** Into a folder of its own; `known` is the hash that the project names. */
function install(known: string) {
  const home = mkdtempSync(join(folder, 'home-'));
  const isThere = () => existsSync(join(home, 'node_modules', 'node-none', 'package.json'));
  return {
    isThere,
    run: () => installVerified({ name: 'node-none', version: '1.0.0', integrity: known }, source, home),
  };
}

test('planted: a package of other bytes is not installed, and the same bytes are, without their scripts', () => {
  const other = install(`sha512-${createHash('sha512').update('another').digest('base64')}`);
  let found = '';
  try {
    other.run();
  } catch (error) {
    found = /\((sha512-[^)]+)\)\. Nothing was installed/.exec(String(error))?.[1] ?? '';
  }
  expect([found.length, other.isThere()]).toEqual([95, false]);
  const known = install(found);
  known.run();
  expect([known.isThere(), existsSync(marker)]).toEqual([true, false]);
}, 300_000);

test('each runtime of the project is known by its hash', () => {
  const text = readFileSync(new URL('../../../scripts/runtime.mjs', import.meta.url), 'utf8');
  expect(text.match(/name: 'node-/g)).toHaveLength(2);
  expect(text.match(/integrity: 'sha512-[\w+/]{86}=='/g)).toHaveLength(2);
});
