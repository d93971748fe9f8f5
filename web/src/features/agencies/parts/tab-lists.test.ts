import type { AgencyTab } from '@antiphon/contract/agency-tabs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTab, mergeTabs, toGiven } from './tab-lists.ts';

const tab = (name: string, label = name): AgencyTab => ({
  ...emptyTab(),
  ID: `tab_${name.padEnd(15, '0')}` as AgencyTab['ID'],
  href: `/${name}`,
  label,
});
const base = ['a', 'b', 'c'].map((name) => tab(name));
const [a, b, c] = base as [AgencyTab, AgencyTab, AgencyTab];
const labels = (tabs: AgencyTab[] | null) => tabs?.map(({ label }) => label) ?? null;

describe('two people who change the tabs', () => {
  it.each<[string, AgencyTab[], AgencyTab[], string[] | null]>([
    ['each another tab', [tab('a', 'mine'), b, c], [a, b, tab('c', 'theirs')], ['mine', 'b', 'theirs']],
    ['each adds one', [...base, tab('m')], [...base, tab('t')], ['a', 'b', 'c', 't', 'm']],
    ['one removes, one changes another', [b, c], [a, tab('b', 'theirs'), c], ['theirs', 'c']],
    ['one moves, one adds', [c, a, b], [...base, tab('t')], ['c', 'a', 'b', 't']],
    ['both change one', [tab('a', 'mine'), b, c], [tab('a', 'theirs'), b, c], null],
    ['one removes what the other changed', [b, c], [tab('a', 'theirs'), b, c], null],
    ['both move', [c, a, b], [b, a, c], null],
    ['both add one at the same place', [...base, tab('m')], [...base, { ...tab('t'), href: '/M' }], null],
  ])('%s', (_what, mine, theirs, merged) => expect(labels(mergeTabs(base, mine, theirs))).toEqual(merged));

  it('lose nothing, unless they are told that they met', () => {
    const names = fc.subarray(['a', 'b', 'c']);
    const edits = fc.record({ kept: names, renamed: names, added: fc.subarray(['m', 'n']) });
    const made = (who: string) =>
      edits.map(({ kept, renamed, added }) => [
        ...kept.map((name) => tab(name, renamed.includes(name) ? `${name} of ${who}` : name)),
        ...added.map((name) => tab(`${name}${who}`)),
      ]);
    fc.assert(
      fc.property(made('one'), made('other'), (mine, theirs) => {
        const merged = mergeTabs(base, mine, theirs);
        if (merged === null) return;
        for (const side of [mine, theirs]) {
          const own = side.filter((one) => !base.some((before) => JSON.stringify(before) === JSON.stringify(one)));
          for (const changed of own) expect(merged).toContainEqual(changed);
          const gone = base.filter(({ ID }) => !side.some((one) => one.ID === ID));
          for (const { ID } of gone) expect(merged.some((one) => one.ID === ID)).toBe(false);
        }
      }),
    );
  });
});

it('contents that are as they were are not sent again', () => {
  const big = { ...a, htmlContent: '<p>', jsContent: 'x' };
  expect(toGiven([big], [{ ...big, jsContent: 'y' }])[0]).not.toHaveProperty('htmlContent');
  expect(toGiven([big], [{ ...big, jsContent: 'y' }])[0]).toMatchObject({ jsContent: 'y' });
  expect(toGiven([], [big])[0]).toMatchObject({ htmlContent: '<p>', jsContent: 'x' });
});
