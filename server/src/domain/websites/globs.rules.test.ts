import { describe, expect, it } from 'vitest';
import { makeGlobFilter } from './globs.rules.ts';

const verdictOf = (include: string[], exclude: string[], url: string) =>
  makeGlobFilter({ include, exclude })(new URL(url, 'https://example.com').href).verdict;

describe('patterns of addresses', () => {
  it.each([
    ['/blog/**', '/blog/a', true],
    ['/blog/**', '/blog/a/b', true],
    ['/blog/**', '/blog/', true],
    ['/blog/**', '/blog', true],
    ['/blog/**', '/blogs', false],
    ['/blog/*', '/blog/a', true],
    ['/blog/*', '/blog/a/b', false],
    ['/*/prices', '/de/prices', true],
    ['/*/prices', '/de/at/prices', false],
    ['/**/prices', '/de/at/prices', true],
    ['/a', '/a', true],
    ['/a', '/ab', false],
    ['/a', '/a?x=1', true],
    ['/a?x=*', '/a?x=1', true],
    ['/a?x=*', '/a', false],
    ['/über/**', '/über/uns', true],
    ['/a.b', '/axb', false],
    ['example.com/a', '/a', true],
    ['https://example.com/**', '/a/b?c', true],
    ['*.example.com/**', 'https://docs.example.com/x', true],
    ['*.example.com/**', 'https://example.com/x', false],
    ['**', '/anything', true],
  ])('%s and %s', (glob, url, isMatch) => {
    expect(verdictOf([glob], [], url)).toBe(isMatch ? 'in' : 'not_included');
    expect(verdictOf([], [glob], url)).toBe(isMatch ? 'excluded' : 'in');
  });

  it('leave out before they let in, and say by which', () => {
    const filter = makeGlobFilter({ include: ['/docs/**'], exclude: ['/x', '/docs/old/**'] });
    expect(filter('https://example.com/docs/old/a')).toEqual({ verdict: 'excluded', rule: '/docs/old/**' });
    expect(filter('https://example.com/docs/a')).toEqual({ verdict: 'in' });
    expect(filter('https://example.com/')).toEqual({ verdict: 'not_included' });
  });

  it('take no time by being nasty', () => {
    const glob = `/${'*a'.repeat(5)}b`;
    const filter = makeGlobFilter({ include: Array.from({ length: 20 }, () => glob), exclude: [] });
    const url = `https://example.com/${'a'.repeat(900)}`;
    const begun = performance.now();
    for (let n = 0; n < 100; n += 1) expect(filter(url).verdict).toBe('not_included');
    expect((performance.now() - begun) / 100).toBeLessThan(20);
  });
});
