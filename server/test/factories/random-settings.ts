import { AgentSettings } from '@antiphon/contract/agents';
import type { Flow } from '@antiphon/contract/flow-parts';
import fc from 'fast-check';

const word = fc.constantFrom('Ask', 'Bring', 'Carry', 'Deliver', 'Explain');
const id = fc.constantFrom('aaaa', 'bbbb', 'cccc', 'dddd', 'eeee');
const some = <Value>(of: fc.Arbitrary<Value>, by: (value: Value) => unknown) =>
  fc.uniqueArray(of, { maxLength: 4, selector: by });

const node = fc.oneof(
  fc.record({
    ...{ id, kind: fc.constant('message' as const), name: word, text: word },
    choices: some(fc.record({ id, label: word }), (one) => one.id),
  }),
  fc.record({ id, kind: fc.constant('handoff' as const), name: word, text: word }),
  fc.record({
    ...{ id, kind: fc.constant('set' as const), name: word, variable: word.map((one) => one.toLowerCase()) },
    value: fc.oneof(fc.record({ variable: word }), fc.record({ value: word })),
  }),
);
const edge = fc.record({ from: id, port: fc.constantFrom('next', 'other'), to: id });
const section = fc.record({
  ...{ id, name: word, examples: fc.array(word, { maxLength: 2 }) },
  nodes: some(node, (one) => one.id),
  edges: some(edge, ({ from, port }) => from + port),
});
const flow = fc.record({
  schema: fc.constant(1 as const),
  variables: some(
    fc.record({ name: word.map((one) => one.toLowerCase()), kind: fc.constantFrom('text', 'number') }),
    (one) => one.name,
  ),
  sections: some(section, (one) => one.id).filter((all) => all.length > 0),
});

/** Settings that have few words, so that two of them often say the same, and all that is merged in a way of its own. */
export const someSettings: fc.Arbitrary<AgentSettings> = fc
  .record({
    title: word,
    systemPrompt: word,
    greeting: word,
    description: word,
    suggestedQuestions: fc.array(word, { maxLength: 3 }),
    model: fc.record({ temperature: fc.constantFrom(0, 1), credentialId: fc.constantFrom(null, 'cre_a', 'cre_b') }),
    voice: fc.record({ credentialId: fc.constantFrom(null, 'cre_c'), voice: word }),
    knowledge: fc.record({ passagesMax: fc.constantFrom(1, 2) }),
    handoff: fc.record({ isEnabled: fc.boolean(), phrases: fc.array(word, { maxLength: 2 }) }),
    translations: fc.dictionary(fc.constantFrom('de', 'fr', 'es'), fc.record({ greeting: word })),
    functions: some(
      fc.record({
        functionId: fc.constantFrom('fnc_a', 'fnc_b', 'fnc_c'),
        revision: fc.constantFrom(1, 2),
        callsPerDay: fc.constantFrom(1, 2),
      }),
      (one) => one.functionId,
    ),
    guardrails: fc.record({
      names: fc.array(word, { maxLength: 2 }),
      topics: some(
        fc.record({ name: word, examples: fc.array(word, { minLength: 1, maxLength: 2 }), answer: word }),
        (one) => one.name,
      ),
    }),
    flow: fc.option(flow, { freq: 8 }) as fc.Arbitrary<Flow | null>,
    theme: fc.record({ fontFamily: word }),
  })
  .map((settings) => AgentSettings.parse(settings));
