import { findFunctionFaults } from '@antiphon/contract/function-check';
import type { FunctionRequest } from '@antiphon/contract/function-parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionOf, HOSTILE_VALUES } from '../../../test/factories/function-factory.ts';
import { INSIDE_FORMS } from '../../../test/walks/inside-forms.ts';
import { buildRequest } from './build-request.rules.ts';
import { readInputs } from './read-inputs.rules.ts';

const everywhere = definitionOf({
  inputs: [
    { name: 'order', kind: 'text', source: 'model' },
    { name: 'note', kind: 'text', source: 'said' },
    { name: 'free', kind: 'text', source: 'model', isRequired: false },
  ],
  request: {
    method: 'POST',
    origin: 'https://api.example.com',
    path: '/v1/orders/{order}/notes',
    query: [
      { name: 'note', value: '{note}' },
      { name: 'fixed & plain', value: 'a=b' },
    ],
    headers: [{ name: 'X-Shop', value: 'north' }],
    body: '{"note": "{note}", "more": ["{note}", 1, "{free}"], "free": "{free}", "__proto__": {"x": "{note}"}}',
  },
});
const build = (given: Record<string, unknown>, request: FunctionRequest = everywhere.request) => {
  const { values, faults } = readInputs(everywhere.inputs, given);
  return faults[0] ? { request: null, fault: faults[0] } : buildRequest(request, values, 'call_1');
};
/** Whatever was put in, this is where it may lead, and nothing beside it is set. */
function expectAtHome(built: NonNullable<ReturnType<typeof build>['request']>, note: string) {
  const url = new URL(built.url);
  expect(url.origin).toBe('https://api.example.com');
  expect(url.username + url.password + url.hash).toBe('');
  const [empty, v1, orders, , notes, ...rest] = url.pathname.split('/');
  expect([empty, v1, orders, notes, rest]).toEqual(['', 'v1', 'orders', 'notes', []]);
  expect([...url.searchParams]).toEqual([
    ['note', note],
    ['fixed & plain', 'a=b'],
  ]);
  expect(built.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-shop': 'north',
    'idempotency-key': 'call_1',
  });
  const expected = `{"note":${JSON.stringify(note)},"more":[${JSON.stringify(note)},1],"__proto__":{"x":${JSON.stringify(note)}}}`;
  expect(built.body).toBe(expected);
}

describe('R12: values that are put in to get somewhere else', () => {
  // Planted: values in a path are put in as they are -> 25 forms reach another path. Caught here.
  it(`stay in their place or are refused, in ${HOSTILE_VALUES.length} forms`, () => {
    expect(new Set(HOSTILE_VALUES).size).toBeGreaterThanOrEqual(60);
    for (const form of HOSTILE_VALUES) {
      const inPath = build({ order: form, note: 'x' });
      if (inPath.request) {
        expectAtHome(inPath.request, 'x');
        const segment = new URL(inPath.request.url).pathname.split('/')[3] ?? '';
        const decoded = decodeURIComponent(segment);
        for (const read of [decoded, decodeURIComponent(decoded)]) {
          expect(read, form).not.toMatch(/^\.+$|\.\.|[\\/?#;%]/);
        }
      }
      const elsewhere = build({ order: '7', note: form });
      if (elsewhere.request) expectAtHome(elsewhere.request, form.trim());
    }
  });

  it('are refused in a path where any server could read them as a way', () => {
    const passing = HOSTILE_VALUES.filter((form) => build({ order: form, note: 'x' }).request);
    // What is trimmed away, and signs that mean nothing within a segment.
    expect(new Set(passing.map((form) => form.trim()))).toEqual(
      new Set([
        '=1',
        '@evil.test',
        ':@evil.test',
        'x@evil.test:443',
        ':8080',
        '.evil.test',
        'javascript:1',
        'Host: evil.test',
        'x',
      ]),
    );
  });

  it('stay in their place, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (order, note) => {
          const built = build({ order, note });
          if (built.request) expectAtHome(built.request, note.trim());
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('lose nothing on their way into a path', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZ9é東 _-~@+,:=.'), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(plain, (order) => {
        const built = build({ order, note: 'x' });
        if (built.request === null) expect(order).toMatch(/\.\.|^[. ]*$/);
        else expect(decodeURIComponent(new URL(built.request.url).pathname.split('/')[3] ?? '')).toBe(order.trim());
      }),
    );
  });
});

describe('a definition', () => {
  const faultsOf = (request: Partial<FunctionRequest>) =>
    findFunctionFaults({ ...everywhere, request: { ...everywhere.request, ...request } }).map(({ path }) =>
      path.join('.'),
    );

  it('names an origin and nothing else', () => {
    const origins = [
      ...INSIDE_FORMS.map((form) => `${form}/`),
      'https://api.example.com/',
      'https://api.example.com/v1',
      'https://api.example.com:443',
      'https://user@api.example.com',
      'https://user:p@api.example.com',
      'https://api.example.com?x',
      'https://api.example.com#x',
      'https://api.example.com\\@evil.test',
      'https://{order}.example.com',
      'https://api.example.com{order}',
      'HTTPS://API.EXAMPLE.COM',
      'ftp://api.example.com',
      'file://x',
      'javascript:1',
      'api.example.com',
      '//api.example.com',
      'https://',
      '',
    ];
    for (const origin of origins) {
      expect(faultsOf({ origin }), origin).toContain('request.origin');
      expect(build({ order: '7', note: 'x' }, { ...everywhere.request, origin }).request, origin).toBe(null);
    }
    for (const origin of ['https://api.example.com', 'https://api.example.com:8443', 'https://xn--bcher-kva.example'])
      expect(faultsOf({ origin })).toEqual([]);
  });

  it('has inputs in whole segments and values only, and a path that stays below itself', () => {
    const paths = [
      '',
      'v1',
      '/v1/{order}.json',
      '/v1/x{order}',
      '/v1/{order}{note}',
      '/v1/{unknown}',
      '/v1/{free}',
      '/v1/{}',
      '/v1/{order',
      '/v1/../x',
      '/v1/./x',
      '/v1/%2e%2E/x',
      '/v1/.%2e/x',
      '/v1/a%2fb',
      '/v1/a%5Cb',
      '/v1/a\\b',
      '//evil.test/x',
      '/v1//x',
      '/v1/x?y=1',
      '/v1/x#y',
      '/v1/x y',
      '/v1/%zz',
      '/v1/é',
      '/v1/%00',
    ];
    for (const path of paths) expect(faultsOf({ path }), path).toContain('request.path');
    for (const path of ['/', '/v1/', "/v1/a%20b/(c)'!$*,;=:@~_-.x", '/{order}/{note}']) {
      expect(faultsOf({ path }), path).toEqual([]);
      expect(build({ order: '7', note: 'x' }, { ...everywhere.request, path }).request, path).not.toBe(null);
    }
    expect(faultsOf({ query: [{ name: 'a', value: 'x{note}' }] })).toEqual(['request.query.0.value']);
  });

  it('sets no header that belongs to the connection, to another host or to a credential', () => {
    const names = [
      ...['Host', 'cookie', 'Cookie2', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'x-real-ip', 'Connection'],
      ...['Content-Length', 'Transfer-Encoding', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Via', 'Proxy-Authorization'],
      ...['Authorization', 'X-Api-Key', 'apikey', 'X-Auth-Token', 'X-Secret', 'Idempotency-Key', 'Accept-Encoding'],
      ...['', ' ', 'X Shop', 'X:Shop', 'X\r\nHost', 'X{order}', 'Xé'],
    ];
    for (const name of names)
      expect(faultsOf({ headers: [{ name, value: 'x' }] }), name).toEqual(['request.headers.0.name']);
    for (const value of ['a\r\nHost: evil.test', 'a\nb', '\u0000', 'é'])
      expect(faultsOf({ headers: [{ name: 'X-Shop', value }] }), value).toEqual(['request.headers.0.value']);
    const twice = [
      { name: 'X-Shop', value: 'a' },
      { name: 'x-shop', value: 'b' },
    ];
    expect(faultsOf({ headers: twice })).toEqual(['request.headers.1.name']);
  });

  it('has a body of JSON, of which a text that is an input alone becomes its value in its own type', () => {
    for (const body of ['{', 'x', '"x"', '7', 'null', '{"a": "{unknown}"}', `${'['.repeat(17)}${']'.repeat(17)}`])
      expect(faultsOf({ body }), body.slice(0, 20)).toEqual(['request.body']);
    expect(faultsOf({ method: 'GET' })).toEqual(['request.body']);
    const typed = definitionOf({
      inputs: [
        { name: 'n', kind: 'integer', source: 'model' },
        { name: 'b', kind: 'boolean', source: 'model' },
        { name: 'l', kind: 'list', source: 'model' },
        { name: 'f', kind: 'number', source: 'fixed', fixedValue: '1.5' },
      ],
      request: {
        ...{ method: 'PUT', origin: 'https://api.example.com', path: '/' },
        body: '{"n":"{n}","b":"{b}","l":"{l}","f":"{f}","t":"n is {n}"}',
      },
    });
    expect(findFunctionFaults(typed)).toEqual([]);
    const { values } = readInputs(typed.inputs, { n: '7', b: true, l: ['x', 'y'], f: 9 });
    expect(buildRequest(typed.request, values, 'c').request?.body).toBe(
      '{"n":7,"b":true,"l":["x","y"],"f":1.5,"t":"n is {n}"}',
    );
  });

  it('grows no larger body than 32 kB by its values', () => {
    const body = JSON.stringify(Array(20).fill('{note}'));
    expect(build({ order: '7', note: 'é'.repeat(100) }, { ...everywhere.request, body }).request).not.toBe(null);
    expect(build({ order: '7', note: 'é'.repeat(1_000) }, { ...everywhere.request, body }).fault).toEqual({
      input: '',
      message: 'The body is too long.',
    });
  });
});
