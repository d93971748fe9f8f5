import { Flow } from '@antiphon/contract/flow-parts';
import type * as z from 'zod';

type Section = z.input<typeof Flow>['sections'][number];
type Wires = Record<string, string>;

/** `from port to` by `from.port: to`: a flow reads as what follows what. */
export const edgesOf = (wires: Wires): Section['edges'] =>
  Object.entries(wires).map(([place, to]) => {
    const [from, port] = place.split('.') as [string, string];
    return { from, port, to };
  });

/** A flow of one section. */
export const flowOf = (
  nodes: Section['nodes'],
  wires: Wires,
  { variables = [], more = [] }: { variables?: z.input<typeof Flow>['variables']; more?: Section[] } = {},
): Flow =>
  Flow.parse({
    schema: 1,
    variables,
    sections: [{ id: 'main', name: 'Main', nodes, edges: edgesOf(wires) }, ...more],
  });

/** Says hello and ends. */
export const smallFlow = (text = 'Welcome.') =>
  flowOf(
    [
      { id: 'start', kind: 'start' },
      { id: 'hello', kind: 'message', text },
      { id: 'done', kind: 'end' },
    ],
    { 'start.next': 'hello', 'hello.next': 'done' },
  );

/** Two buttons; behind one a table is booked, behind the other the agent talks. */
export const bookingFlow = (functionId: string): Flow =>
  flowOf(
    [
      { id: 'start', kind: 'start' },
      {
        ...{ id: 'menu', kind: 'message', text: 'What can I do for you?' },
        choices: [
          { id: 'book', label: 'Book a table' },
          { id: 'hours', label: 'Opening hours' },
        ],
      },
      { id: 'talk', kind: 'step', isMain: true },
      { id: 'many', kind: 'collect', variable: 'people', question: 'For how many people?' },
      { id: 'when', kind: 'collect', variable: 'day', question: 'On which day?' },
      {
        ...{ id: 'call', kind: 'function', functionId },
        inputs: [
          { name: 'people', from: { variable: 'people' } },
          { name: 'date', from: { variable: 'day' } },
        ],
        outputs: [{ name: 'number', variable: 'number' }],
      },
      { id: 'thanks', kind: 'end', text: 'See you on {day}. Your number is {number}.' },
      { id: 'sorry', kind: 'message', text: 'That did not work.' },
      { id: 'fine', kind: 'message', text: 'Fine, nothing was booked.' },
    ],
    {
      'start.next': 'menu',
      'menu.book': 'many',
      'menu.hours': 'talk',
      'menu.other': 'talk',
      'many.done': 'when',
      'many.notGiven': 'talk',
      'when.done': 'call',
      'when.notGiven': 'talk',
      'call.ok': 'thanks',
      'call.failed': 'sorry',
      'call.declined': 'fine',
      'sorry.next': 'talk',
      'fine.next': 'talk',
    },
    {
      variables: [
        { name: 'people', kind: 'number' },
        { name: 'day', kind: 'date' },
        { name: 'number', kind: 'text' },
      ],
    },
  );

/** Waits, goes on without a word, waits again, and then asks. */
export const waitingFlow = (): Flow =>
  flowOf(
    [
      { id: 'start', kind: 'start' },
      { id: 'menu', kind: 'message', text: 'Ready?', choices: [{ id: 'goon', label: 'Go' }] },
      { id: 'wait1', kind: 'wait', minutes: 5 },
      { id: 'note1', kind: 'set', variable: 'late', value: { value: true } },
      { id: 'wait2', kind: 'wait', minutes: 5 },
      { id: 'still', kind: 'end', text: 'Are you still there?' },
      { id: 'fine1', kind: 'end', text: 'Fine.' },
    ],
    {
      'start.next': 'menu',
      'menu.goon': 'wait1',
      'menu.other': 'fine1',
      'wait1.done': 'fine1',
      'wait1.timeout': 'note1',
      'note1.next': 'wait2',
      'wait2.done': 'fine1',
      'wait2.timeout': 'still',
    },
    { variables: [{ name: 'late', kind: 'boolean' }] },
  );

/** Everything that a flow waits for: a choice, a value, a function, a person, the clock. */
export const wholeFlow = (functionId: string): Flow =>
  flowOf(
    [
      { id: 'start', kind: 'start' },
      {
        ...{ id: 'menu', kind: 'message', text: 'What can I do for you?' },
        choices: [
          { id: 'book', label: 'Book a table' },
          { id: 'human', label: 'Talk to a person' },
          { id: 'later', label: 'Remind me' },
        ],
      },
      { id: 'many', kind: 'collect', variable: 'people', question: 'For how many people?' },
      {
        ...{ id: 'size', kind: 'condition' },
        rows: [{ id: 'large', all: [{ variable: 'people', comparison: 'more', operand: { value: 8 } }] }],
      },
      { id: 'full', kind: 'message', text: 'We seat 8 at most.' },
      { id: 'when', kind: 'collect', variable: 'day', question: 'On which day?' },
      {
        ...{ id: 'call', kind: 'function', functionId },
        inputs: [
          { name: 'people', from: { variable: 'people' } },
          { name: 'date', from: { variable: 'day' } },
        ],
        outputs: [{ name: 'number', variable: 'number' }],
      },
      { id: 'thanks', kind: 'end', text: 'See you on {day}. Your number is {number}.' },
      { id: 'sorry', kind: 'end', text: 'That did not work.' },
      { id: 'fine', kind: 'end', text: 'Fine, nothing was booked.' },
      { id: 'desk', kind: 'handoff', text: 'I am asking somebody.' },
      { id: 'back', kind: 'end', text: 'I hope that helped.' },
      { id: 'away', kind: 'end', text: 'Nobody is there now.' },
      { id: 'rest', kind: 'wait', minutes: 5 },
      { id: 'still', kind: 'end', text: 'Are you still there?' },
    ],
    {
      'start.next': 'menu',
      'menu.book': 'many',
      'menu.human': 'desk',
      'menu.later': 'rest',
      'menu.other': 'menu',
      'many.done': 'size',
      'many.notGiven': 'fine',
      'size.large': 'full',
      'size.else': 'when',
      'full.next': 'many',
      'when.done': 'call',
      'when.notGiven': 'fine',
      'call.ok': 'thanks',
      'call.failed': 'sorry',
      'call.declined': 'fine',
      'desk.taken': 'back',
      'desk.nobody': 'away',
      'rest.done': 'menu',
      'rest.timeout': 'still',
    },
    {
      variables: [
        { name: 'people', kind: 'number' },
        { name: 'day', kind: 'date' },
        { name: 'number', kind: 'text' },
      ],
    },
  );
