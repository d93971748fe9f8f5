import { FUNCTION_FAULTS, sayFunctionFault } from '@antiphon/contract/function-faults';
import { limits } from '@antiphon/contract/limits';
import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { say } from '../../../texts/texts.ts';
import { newDefinition } from './editor-state.ts';
import { faultsToShow, findFaults, sayFault } from './find-faults.ts';

beforeAll(() => loadEnglish('function-faults'));

const whole = {
  ...newDefinition('find_order', 'GET'),
  description: 'Finds an order.',
  examples: ['Where is my order?', 'Has it been sent?', 'When does it come?'],
  request: { ...newDefinition('x', 'GET').request, origin: 'https://api.example.com', path: '/orders' },
};

test('a whole function has none', () => {
  expect([...findFaults(whole)]).toEqual([]);
});

test('each is at its field, in the order of the fields, one a field', () => {
  const faults = findFaults({
    ...whole,
    name: 'Find order',
    examples: ['Where is it?', '', ''],
    inputs: [
      { name: '', kind: 'choice', description: '', isRequired: true, source: 'model', fixedValue: '', choices: [] },
    ],
    request: { ...whole.request, path: '/orders/{order}//x', timeoutSeconds: 0, body: '{' },
    sentences: { ...whole.sentences, waiting: 'x'.repeat(limits.functionSentenceCharsMax + 1) },
  });
  expect([...faults]).toEqual([
    ['name', 'Use 3 to 40 small letters, digits and _, beginning with a letter.'],
    ['examples.1', 'Please enter something here.'],
    ['examples.2', 'Please enter something here.'],
    ['inputs.0.name', 'Use small letters, digits and _, beginning with a letter.'],
    ['inputs.0.choices', 'Please enter the choices.'],
    ['request.timeoutSeconds', 'Please enter 1 to 25 seconds.'],
    ['request.path', 'There is no input called order.'],
    ['request.body', 'GET sends no body.'],
    ['sentences.waiting', 'Please use at most 300 characters.'],
  ]);
});

// Caught here: a sentence of the contract that the texts lack, or say in other words.
test('every sentence of the contract is said, with its values', () => {
  for (const [fault, words] of Object.entries(FUNCTION_FAULTS)) {
    const names = [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const values = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
    const said = sayFunctionFault(fault as keyof typeof FUNCTION_FAULTS, values);
    expect(say('function-faults', fault as never, values), fault).toBe(said);
    expect(sayFault(said), fault).toBe(said);
  }
});

test('a field that nobody has filled in yet is not told to be wrong before it was tried to save', () => {
  const draft = newDefinition('Find order', 'GET');
  const faults = findFaults(draft);
  expect([...faults.keys()]).toEqual([
    'name',
    'description',
    'examples.0',
    'examples.1',
    'examples.2',
    'request.origin',
  ]);
  expect([...faultsToShow(faults, draft, true).keys()]).toEqual(['name']);
  expect(faultsToShow(faults, draft, false)).toBe(faults);
});
