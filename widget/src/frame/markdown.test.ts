import { expect, test } from 'vitest';
import { closeOpen, parseBlocks } from './markdown.tsx';
import { safeHref } from './safe-href.ts';

test('blocks', () => {
  expect(parseBlocks('# Title #\nText\nmore\n\n> quote\n\n---\n```js\n<b>\n```').map((block) => block.kind)).toEqual([
    'heading',
    'text',
    'quote',
    'rule',
    'code',
  ]);
});

test('lists keep their number, their depth and what follows an item', () => {
  expect(parseBlocks('3. a\n4. b\n   - c\n   - d\n5. e\nstill e')).toEqual([
    { kind: 'list', isOrdered: true, depth: 0, start: 3, items: ['a', 'b'] },
    { kind: 'list', isOrdered: false, depth: 1, start: 1, items: ['c', 'd'] },
    { kind: 'list', isOrdered: true, depth: 0, start: 5, items: ['e\nstill e'] },
  ]);
});

test('a table needs its line of dashes', () => {
  expect(parseBlocks('a | b\n--- | ---\n1 | 2')).toEqual([
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
  ]);
  expect(parseBlocks('a | b\n1 | 2')[0]!.kind).toBe('text');
});

test('an open fence reaches to the end while it streams', () => {
  expect(parseBlocks('```\nGET /a')).toEqual([{ kind: 'code', text: 'GET /a' }]);
});

test.each([
  ['https://example.com/a?b=1', true],
  ['http://example.com', true],
  ['mailto:help@example.com', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['JAVASCRIPT:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['//example.com', false],
  ['https://example.com/"onclick=x', false],
  ['', false],
])('link to %s is allowed: %s', (address, isAllowed) => {
  expect(safeHref(address) !== null).toBe(isAllowed);
});

test('marks that are not closed yet do not flicker', () => {
  expect(closeOpen('a **bold')).toBe('a **bold**');
  expect(closeOpen('a **')).toBe('a ');
  expect(closeOpen('see [the si')).toBe('see ');
  expect(closeOpen('run `npm')).toBe('run `npm`');
  expect(closeOpen('all **done** here')).toBe('all **done** here');
});
