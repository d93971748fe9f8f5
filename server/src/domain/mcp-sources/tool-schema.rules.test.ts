import { describe, expect, test } from 'vitest';
import { keptTools } from './tool-definition.rules.ts';
import { readToolInputs, readToolOutputs } from './tool-schema.rules.ts';
import { plainName, seenWords } from './tool-words.rules.ts';

const read = (properties: object, required: string[] = []) =>
  readToolInputs(JSON.stringify({ type: 'object', properties, required }));
const kinds = (properties: object) => read(properties).inputs.map(({ name, kind }) => `${name} ${kind}`);

describe('what a tool wants', () => {
  test('becomes inputs, each in its kind and in the place of its own name', () => {
    const { inputs, body, fault } = read(
      {
        orderId: { type: 'string', description: 'Its\u202e number' },
        people: { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'People' },
        price: { type: ['number', 'null'] },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        size: { enum: ['small', 'large'] },
        isGift: { type: 'boolean' },
        'tags[]': { type: 'array', items: { type: 'string' } },
      },
      ['people'],
    );
    expect(fault).toBeNull();
    expect(inputs.map(({ name, kind, isRequired }) => `${name} ${kind}${isRequired ? '!' : ''}`)).toEqual([
      'people integer!',
      ...['order_id text', 'price number', 'day date', 'at datetime', 'mail email', 'size choice'],
      ...['is_gift boolean', 'tags list'],
    ]);
    expect(inputs[1]?.description).toBe('Its number');
    expect(JSON.parse(body)).toMatchObject({ orderId: '{order_id}', 'tags[]': '{tags}', people: '{people}' });
  });

  test('and cannot be filled in is left out, or makes the tool unfit where it is required', () => {
    const odd = {
      ...{ nested: { type: 'object' }, any: {}, ref: { $ref: '#/x' }, numbers: { enum: [1, 2] } },
      ...{ either: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, matrix: { type: 'array', items: {} } },
    };
    expect(kinds({ ...odd, text: { type: 'string' } })).toEqual(['text text']);
    for (const name of Object.keys(odd))
      expect(read(odd, [name]).fault).toBe(`Its input ${name} has a form that cannot be filled in here.`);
    expect(read({}, ['unknown']).fault).toContain('unknown');
    for (const schema of ['', 'null', '[]', '{', '"x"', '['.repeat(5_000)])
      expect(readToolInputs(schema).fault).not.toBeNull();
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, { type: 'string' }]));
    expect(read(many).inputs).toHaveLength(20);
    expect(read(many, Object.keys(many)).fault).toBe('It wants more than 20 inputs.');
  });

  test('has names of its own, whatever they are called', () => {
    expect(
      kinds({
        a_b: { type: 'string' },
        aB: { type: 'string' },
        'a b': { type: 'string' },
        '\u0645': { type: 'string' },
      }),
    ).toEqual([...['a_b text', 'a_b_2 text', 'a_b_3 text', 'input text']]);
    const { body } = readToolInputs('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}');
    expect(body).toBe('{"__proto__":"{proto}","constructor":"{constructor}"}');
  });

  // Planted: a pattern is made an expression and tried -> caught here, by the time.
  test('is read and never run', () => {
    const begun = performance.now();
    const bad = { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!`, format: 'regex' };
    expect(read({ bad, patternProperties: { type: 'string' } }).inputs[0]).toMatchObject({ kind: 'text' });
    expect(performance.now() - begun).toBeLessThan(100);
  });
});

test('what a tool answers with is its fields, or its text', () => {
  expect(readToolOutputs('null')).toMatchObject([{ name: 'result', pointer: '/text' }]);
  const schema = {
    properties: { orderStatus: { type: 'string' }, 'a/b': { type: 'integer' }, deep: { type: 'object' } },
  };
  expect(readToolOutputs(JSON.stringify(schema))).toMatchObject([
    { name: 'order_status', kind: 'text', pointer: '/structured/orderStatus' },
    { name: 'a_b', kind: 'number', pointer: '/structured/a~1b' },
  ]);
});

describe('words of a stranger', () => {
  test('are as they are seen', () => {
    expect(seenWords('  Looks\u0000 up.\r\n\u202e\u{e0041}\u200b\ufeffIt\t is. ', 100)).toBe('Looks up.\nIt is.');
    expect(seenWords('\ud83d\ude00\ud83d\ude00', 3)).toBe('\ud83d\ude00');
    expect(plainName('getWeather-Now.v2')).toBe('get_weather_now_v2');
  });

  // Planted: the fingerprint leaves the description out -> caught here.
  test('have one fingerprint, of the name, the description and the schema, as long as they are the same', () => {
    const tool = { name: 'find', title: '', description: 'Finds.', outputSchema: undefined, readOnlyHint: true };
    const fingerprintOf = (change: object) =>
      keptTools([{ ...tool, inputSchema: { type: 'object', required: ['a'] }, ...change }])[0]?.fingerprint;
    const own = fingerprintOf({});
    expect(
      fingerprintOf({ inputSchema: { required: ['a'], type: 'object' }, title: 'Find', readOnlyHint: false }),
    ).toBe(own);
    const others = [{ name: 'find2' }, { description: 'Finds.\u200b' }, { inputSchema: { type: 'object' } }];
    expect(others.map(fingerprintOf).filter((fingerprint) => fingerprint === own)).toEqual([]);
    expect(fingerprintOf({ description: `${'a'.repeat(2_000)}b` })).not.toBe(
      fingerprintOf({ description: `${'a'.repeat(2_000)}c` }),
    );
  });

  test('are taken under names that the protocol allows, each once', () => {
    const names = ['find', 'find', 'a b', '', '<b>', 'x'.repeat(200), 'ns/find', 'a.b-c_d'];
    const listed = names.map((name) => ({
      name,
      title: '',
      description: '',
      inputSchema: {},
      outputSchema: null,
      readOnlyHint: false,
    }));
    expect(keptTools(listed).map(({ name }) => name)).toEqual(['find', 'ns/find', 'a.b-c_d']);
  });
});
