import { AgentSettings } from '@antiphon/contract/agents';
import { fillSlots, isPushed, missingSlots, NEVER_PUSHED, slotsIn } from '@antiphon/contract/blueprint-parts';
import type { Override } from '@antiphon/contract/blueprints';
import type { Flow, FlowNode } from '@antiphon/contract/flow-parts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someSettings } from '../../../test/factories/random-settings.ts';
import { listOverrides, mergeSettings } from './merge-settings.rules.ts';

const three = fc.record({ base: someSettings, next: someSettings, current: someSettings });
const RUNS = { numRuns: 400 };
const check = (run: (of: { base: AgentSettings; next: AgentSettings; current: AgentSettings }) => void) =>
  fc.assert(fc.property(three, run), RUNS);

/** Every path with its value; things of lists by what they are called, so that order does not count. */
function leaves(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  const isList = Array.isArray(value) && value.every((one) => one !== null && typeof one === 'object');
  if (isList)
    for (const one of value as Record<string, string>[])
      leaves(one, `${path}.${one.id ?? one.functionId ?? (one.port ? `${one.from} ${one.port}` : one.name)}`, into);
  else if (value !== null && typeof value === 'object' && !Array.isArray(value))
    for (const [key, inner] of Object.entries(value)) leaves(inner, path === '' ? key : `${path}.${key}`, into);
  else into.set(path, JSON.stringify(value));
  return into;
}
const isUnder = (path: string, places: readonly string[]) =>
  places.some((place) => path === place || path.startsWith(`${place}.`));

describe('merging by path', () => {
  // Planted: `theme` is pushed -> caught here.
  test('an agent in which nothing was changed is the blueprint again, but for what is its own', () => {
    check(({ base, next }) => {
      const { settings, kept } = mergeSettings({ base, next, current: base, locked: [] });
      const own = { title: base.title, knowledge: base.knowledge, theme: base.theme };
      const model = { ...next.model, credentialId: base.model.credentialId };
      const voice = { ...next.voice, credentialId: base.voice.credentialId };
      expect(settings).toEqual({ ...next, ...own, model, voice });
      expect(kept).toEqual([]);
    });
  });

  test('nothing changed in the blueprint: nothing changes, and every difference is listed', () => {
    check(({ base, current }) => {
      const { settings, kept } = mergeSettings({ base, next: base, current, locked: [] });
      expect(settings).toEqual(current);
      const [before, after] = [leaves(base), leaves(current)];
      const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => isPushed(path) && before.get(path) !== after.get(path),
      );
      const listed = kept.map(({ path }) => path);
      for (const path of differing) expect(isUnder(path, listed), `${path} is not among ${listed}`).toBe(true);
    });
  });

  // Planted: the newer of two values is taken (a merge of two) -> caught here.
  test('what people changed in an agent is never lost', () => {
    check(({ base, next, current }) => {
      const result = leaves(mergeSettings({ base, next, current, locked: [] }).settings);
      const before = leaves(base);
      for (const [path, value] of leaves(current))
        if (before.get(path) !== value) expect(result.get(path), path).toBe(value);
    });
  });

  test('what nobody changed in an agent is as the blueprint says', () => {
    check(({ base, next, current }) => {
      const { settings, kept } = mergeSettings({ base, next, current, locked: [] });
      const result = leaves(settings);
      const [wanted, places] = [leaves(next), kept.map(({ path }) => path)];
      for (const [path, value] of result)
        if (isPushed(path) && !isUnder(path, places)) expect(value, path).toBe(wanted.get(path));
    });
  });

  // Planted: the order of lists is always the blueprint's -> caught here.
  test('pushing twice is no change, and says the same', () => {
    check(({ base, next, current }) => {
      const once = mergeSettings({ base, next, current, locked: [] });
      const twice = mergeSettings({ base: next, next, current: once.settings as AgentSettings, locked: [] });
      expect(twice.settings).toEqual(once.settings);
      const paths = (kept: Override[]) => kept.map(({ path, kind }) => `${path} ${kind === 'order'}`).sort();
      expect(paths(listOverrides(next, once.settings as AgentSettings))).toEqual(paths(twice.kept));
      for (const { path } of twice.kept)
        expect(
          once.kept.some((one) => isUnder(path, [one.path]) || isUnder(one.path, [path])),
          path,
        ).toBe(true);
    });
  });

  test('what is never pushed stays, also where everything is locked', () => {
    check(({ base, next, current }) => {
      const locked = ['model', 'flow', 'functions', 'systemPrompt', 'guardrails', 'translations', 'handoff'];
      const { settings } = mergeSettings({ base, next, current, locked });
      const result = leaves(settings);
      for (const [path, value] of leaves(current))
        if (isUnder(path, NEVER_PUSHED)) expect(result.get(path), path).toBe(value);
    });
  });

  test('what is locked is as the blueprint says, and it is told what was overwritten', () => {
    check(({ base, next, current }) => {
      const merged = mergeSettings({ base, next, current, locked: ['flow', 'guardrails.topics', 'systemPrompt'] });
      const settings = merged.settings as AgentSettings;
      expect(settings.flow).toEqual(next.flow);
      expect(settings.guardrails.topics).toEqual(next.guardrails.topics);
      expect(settings.systemPrompt).toBe(next.systemPrompt);
      const isSaid = merged.overwritten.some(({ path }) => path === 'systemPrompt');
      expect(isSaid).toBe(current.systemPrompt !== base.systemPrompt && current.systemPrompt !== next.systemPrompt);
    });
  });
});

const message = (id: string, text: string): FlowNode => ({ id, kind: 'message', name: id, text, choices: [] });
const withNodes = (...nodes: FlowNode[]): AgentSettings => {
  const flow: Flow = {
    schema: 1,
    variables: [],
    sections: [{ id: 'main', name: 'Main', examples: [], nodes, edges: [] }],
  };
  return AgentSettings.parse({ title: 'Bikes', flow });
};
const nodesOf = (settings: unknown) => (settings as AgentSettings).flow!.sections[0]!.nodes.map(({ id }) => id);

describe('things of lists', () => {
  test('a thing that was taken away in the blueprint and changed in the agent stays, and is listed as a conflict', () => {
    const base = withNodes(message('open', 'We open at 9.'), message('shut', 'We shut at 5.'));
    const next = withNodes(message('open', 'We open at 9.'));
    const current = withNodes(message('open', 'We open at 9.'), message('shut', 'We shut at 6.'));
    const { settings, kept } = mergeSettings({ base, next, current, locked: [] });
    expect(nodesOf(settings)).toEqual(['open', 'shut']);
    expect(kept).toEqual([
      { path: 'flow.sections.main.nodes.shut', field: 'flow', item: 'shut', kind: 'changed', isConflict: true },
    ]);
  });

  test('a thing that was taken away in the agent stays away, also where the blueprint changes it', () => {
    const base = withNodes(message('open', 'We open at 9.'), message('shut', 'We shut at 5.'));
    const next = withNodes(message('open', 'We open at 9.'), message('shut', 'We shut at 6.'));
    const { settings, kept } = mergeSettings({
      base,
      next,
      current: withNodes(message('open', 'We open at 9.')),
      locked: [],
    });
    expect(nodesOf(settings)).toEqual(['open']);
    expect(kept).toMatchObject([{ path: 'flow.sections.main.nodes.shut', kind: 'removed', isConflict: true }]);
  });

  test('both add: both stand, each behind what it was put behind; an order of the agent stays', () => {
    const [a, b, c, d] = ['aaaa', 'bbbb', 'cccc', 'dddd'].map((id) => message(id, id));
    const base = withNodes(a!, b!);
    const added = mergeSettings({ base, next: withNodes(a!, c!, b!), current: withNodes(a!, b!, d!), locked: [] });
    expect(nodesOf(added.settings)).toEqual(['aaaa', 'cccc', 'bbbb', 'dddd']);
    expect(added.kept).toMatchObject([{ path: 'flow.sections.main.nodes.dddd', kind: 'added', isConflict: false }]);
    const moved = mergeSettings({ base, next: withNodes(a!, c!, b!), current: withNodes(b!, a!), locked: [] });
    expect(nodesOf(moved.settings)).toEqual(['bbbb', 'aaaa', 'cccc']);
    expect(moved.kept).toMatchObject([{ path: 'flow.sections.main.nodes', kind: 'order' }]);
  });

  test('lists of words are one value, and a node of another kind is another node', () => {
    const words = (...suggestedQuestions: string[]) => AgentSettings.parse({ title: 'Bikes', suggestedQuestions });
    const of = { base: words('A'), next: words('A', 'B'), current: words('C', 'A'), locked: [] };
    expect(mergeSettings(of)).toMatchObject({
      settings: { suggestedQuestions: ['C', 'A'] },
      kept: [{ path: 'suggestedQuestions', field: 'suggestedQuestions', item: '' }],
    });
    const end: FlowNode = { id: 'shut', kind: 'end', name: 'shut', text: 'Bye', resolves: false };
    const base = withNodes(message('shut', 'We shut at 5.'));
    const kinds = { base, next: withNodes(message('shut', 'We shut at 6.')), current: withNodes(end), locked: [] };
    expect(mergeSettings(kinds).settings).toEqual(withNodes(end));
  });
});

describe('slots', () => {
  const settings = AgentSettings.parse({
    title: '{{slot.title}}',
    systemPrompt: 'You answer for {{slot.shop}} in {{slot.city}}, {{slot.city}}.',
    flow: withNodes(message('open', 'Welcome to {{slot.shop}}, {name}.')).flow,
    theme: { proactiveMessage: '{{slot.proactive}}' },
  });

  test('are found and filled in wherever something is pushed, and nowhere else', () => {
    expect(slotsIn(settings)).toEqual(['city', 'shop']);
    const filled = fillSlots(settings, { city: 'Ghent', shop: '{{slot.city}} $1', title: 'Never' });
    expect(filled.systemPrompt).toBe('You answer for {{slot.city}} $1 in Ghent, Ghent.');
    expect(filled.flow?.sections[0]?.nodes[0]).toMatchObject({ text: 'Welcome to {{slot.city}} $1, {name}.' });
    expect(filled).toMatchObject({ title: '{{slot.title}}', theme: { proactiveMessage: '{{slot.proactive}}' } });
  });

  test('one without a value, or with an empty one, is named', () => {
    expect(missingSlots(settings, { city: '' })).toEqual(['city', 'shop']);
    expect(missingSlots(settings, { city: 'Ghent', shop: 'Bikes' })).toEqual([]);
    expect(fillSlots(settings, {}).systemPrompt).toContain('{{slot.city}}');
    // A name that every object has is no value.
    expect(missingSlots({ text: '{{slot.constructor}}' }, {})).toEqual(['constructor']);
  });
});
