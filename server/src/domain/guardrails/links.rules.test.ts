import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveLinks } from '../../../test/harness/live-links.ts';
import { hostsIn, linkRuleOf } from './link-hosts.rules.ts';
import { unlink } from './links.rules.ts';

const mayLink = linkRuleOf(['shop.example.com', '*.help.example.org'], new Set(['https://track.example/p/77']));
const shown = (text: string) => unlink(text, mayLink).text.replaceAll('\u2060', '');
/** As a browser would go there: to the evil host, or to one that grew together with what stood beside it. */
const isEvil = (address: string) => {
  const host = URL.parse(/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`)?.hostname ?? '';
  return host.includes('evil') || /[a-z\d-]shop\.|\.com[a-z\d-]/.test(host);
};

describe('what may be linked stays as it is, to the letter', () => {
  test.each([
    'See [our prices](https://shop.example.com/prices "Prices") [1].',
    'See https://shop.example.com/prices?a=1&b=2#top, or https://www.shop.example.com.',
    '**https://shop.example.com** and (https://shop.example.com/a_(b))',
    'In [the help](https://de.help.example.org/x) or [write](mailto:hello@shop.example.com)',
    'Your parcel: https://track.example/p/77',
    '[call us](tel:+15555550100) or write to hello@elsewhere.example',
    'In Node.js: list[0](x), a.b.c(), 3.5 kg, e.g. at 10.30, file index.html // so it is',
    '| a | b |\n|---|---|\n| 1 | shop.example.com/x |',
    'So it was.In winter not.',
  ])('%s', (text) => {
    expect(unlink(text, mayLink)).toEqual({ text, count: 0 });
  });
});

// Planted: what is marked is left -> caught here. Planted: bare addresses are left -> caught here.
describe('of what may not, the words stay', () => {
  test.each([
    ['See [our prices](https://evil.test/p "x") now', 'See our prices now'],
    ['![a picture](https://evil.test/p.png?q=1)', 'a picture'],
    ['Go to https://evil.test/p?q=1 today.', 'Go to evil.test/p?q=1 today.'],
    ['<https://evil.test>', '<evil.test>'],
    ['www.evil.test or evil.com', 'www.evil.test or evil.com'],
    ['[write](mailto:me@evil.test)', 'write (me@evil.test)'],
    ['[x](javascript:alert(1))', 'x'],
    ['[x](data:text/html,1)', 'x'],
    ['[x](//evil.test/a)', 'x'],
    ['[b]: https://evil.test/a', '[b] : evil.test/a'],
    ['Is https://shop.example.com.evil.test yours?', 'Is shop.example.com.evil.test yours?'],
    ['https://notshop.example.com', 'notshop.example.com'],
    ['https://track.example/p/78', 'track.example/p/78'],
  ])('%s', (text, words) => {
    expect(shown(text)).toBe(words);
    expect(liveLinks(unlink(text, mayLink).text)).toEqual([]);
  });
});

// Planted: the host is what a regular expression makes of it -> caught here. Planted: half a link is left -> caught here.
test.each([
  'https://shop.example.com@evil.test/',
  'https://shop.example.com:80@evil.test/',
  'https://shop.example.com\\@evil.test/',
  'https://shop.example.com(@evil.test/)',
  'https://shop.example.com*@evil.test/',
  'https://evil.test*@shop.example.com/',
  'https://evil.test\\.shop.example.com',
  'https://evil.test#.shop.example.com',
  'https://evil.test?.shop.example.com/',
  '[a](https://shop.example.com@evil.test)',
  '[a](https://shop.example.com&#64;evil.test)',
  '[a](https:evil.test)',
  '[a](https:/evil.test)',
  '[a](HTTPS://EVIL.TEST/)',
  '[a](<https://evil.test/a b>)',
  '[a](\nhttps://evil.test\n)',
  '[a\nb](https://evil.test)',
  '[[a](https://evil.test)](https://evil.test)',
  '[![a](https://evil.test/p.png)](https://evil.test/)',
  '[a][b]\n\n[b]: <https://evil.test> "t"',
  '[a]\n\n[a]:\nhttps://evil.test',
  '\\[a\\](https://evil.test)',
  '[a](https://shop.example.com/x](https://evil.test))',
  'https://shop.example.com/[a](https://evil.test)',
  '<a href="https://evil.test">a</a>',
  '<img src=//evil.test/p.png>',
  'h\u200bttps://evil.test/x',
  '&#104;ttps://evil.test/x',
  'ftp://evil.test/x intent://evil.test/x',
  'evil.com/login evil.xyz:8080/x EVIL.COM',
  '`https://evil.test/x`',
  '*https://evil.test/x*_https://evil.test/y_',
])('%j leads nowhere', (text) => {
  expect(liveLinks(unlink(text, mayLink).text).filter(isEvil)).toEqual([]);
});

// Planted: the host is what a regular expression makes of it -> caught here, too.
test('no text of such pieces leads there, whole or cut anywhere', () => {
  const part = fc.constantFrom(
    ...[
      '[',
      ']',
      '(',
      ')',
      '](',
      '![',
      '<',
      '>',
      '"',
      ' ',
      '\n',
      '\\',
      '*',
      '_',
      '@',
      ':',
      '/',
      '//',
      '.',
      '|',
      '`',
      '&',
      'a',
      'b c',
    ],
    ...['https://', 'http:', 'www.', 'evil.test', 'evil.com', 'evil.com/x', 'https://evil.test/y', 'mailto:'],
    ...['shop.example.com', 'https://shop.example.com', 'https://shop.example.com/z', '[a](https://evil.test)', ']: '],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      const text = parts.join('');
      const pieces = text.split(/(?<=\s)/).map((piece) => unlink(piece, mayLink).text);
      const live = [unlink(text, mayLink).text, pieces.join('')].map((cleaned) => liveLinks(cleaned).filter(isEvil));
      expect(live).toEqual([[], []]);
    }),
    { numRuns: 4_000 },
  );
});

test("hosts of the owner's instructions", () => {
  const text = 'Send them to https://book.example.com/a, www.shop.example.org. Never evil.com.';
  expect(hostsIn(text)).toEqual(['book.example.com', 'www.shop.example.org']);
});
