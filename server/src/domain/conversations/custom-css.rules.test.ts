import { expect, test } from 'vitest';
import { cleanCustomCss } from './custom-css.rules.ts';

const forbidden = [
  '@import url(https://attacker.test/a.css);',
  '@import "https://attacker.test/a.css";',
  '@font-face { font-family: x; src: url(https://attacker.test/f.woff2) }',
  '.a { background: url(https://attacker.test/pixel) }',
  '.a { background: URL("//attacker.test/pixel") }',
  ".a { background: \\75rl('https://attacker.test/pixel') }",
  '.a { background-image: image-set("https://attacker.test/a.png" 1x) }',
  '.a { --x: url(https://attacker.test/pixel); background: var(--x) }',
  '.a { width: expression(alert("attacker.test")) }',
  '.a { behavior: url(attacker.test) }',
  '</style><script src="https://attacker.test"></script>',
  '@media screen { .a { cursor: url(https://attacker.test/c.cur), auto } }',
  '@namespace url(https://attacker.test/ns);',
];

test.each(forbidden)('custom CSS cannot reach out: %s', (css) => {
  const cleaned = cleanCustomCss(css);
  expect(cleaned).not.toContain('attacker.test');
  expect(cleaned).not.toContain('<');
});

test('custom CSS keeps what only changes the look', () => {
  const css = '.bubble{color:red;--gap:4px}@media (max-width:480px){.bubble{padding:var(--gap)}}';
  expect(cleanCustomCss(css)).toBe(css);
  expect(cleanCustomCss('.a{background:url(data:image/png;base64,AA==)}')).toContain('data:image/png');
  expect(cleanCustomCss('.a{color:red} }}} .b{color:blue}')).toContain('.a{color:red}');
});
