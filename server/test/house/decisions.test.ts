import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/decisions');
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

type Decision = (typeof files)[number];
const numberOf = ({ name }: Decision) => Number.parseInt(name, 10);

/** Files whose heading has another number, and numbers that stand twice. */
function faults(decisions: Decision[]): string[] {
  const seen = new Set<number>();
  return decisions.flatMap((decision) => {
    const number = numberOf(decision);
    const isTwice = seen.has(number);
    seen.add(number);
    return isTwice || !decision.text.startsWith(`# ${number}. `) ? [decision.name] : [];
  });
}

test('each decision has a number of its own, which its heading names', () => {
  expect(faults(files)).toEqual([]);
});

test('every decision that a text names is there', () => {
  const numbers = new Set(files.map(numberOf));
  const texts = globSync(
    ['docs/**/*.md', 'AGENTS.md', 'README.md', '{contract,server,web,widget,stand-in}/src/**/*.{ts,tsx,sql}'],
    { cwd: root },
  );
  const named = texts.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bdecisions? (\d+)\b/gi)].map(([, number]) => ({
      path,
      number: Number(number),
    })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test('planted: a number that stands twice, and a heading with another one, are found', () => {
  const [one, two] = [
    { name: '0001-one.md', text: '# 1. One\n' },
    { name: '0001-two.md', text: '# 1. Two\n' },
  ];
  expect(faults([one, two])).toEqual(['0001-two.md']);
  expect(faults([{ name: '0003-three.md', text: '# 2. Three\n' }])).toEqual(['0003-three.md']);
});
