import { FunctionDefinition } from '@antiphon/contract/function-definition';
import { expect, test } from 'vitest';
import { newDefinition } from './editor-state.ts';
import { CURL_CHARS_MAX, type CurlRequest, fromCurl, nameOfCurl, readCurl } from './read-curl.ts';
import { shellWords } from './shell-words.ts';

const read = (command: string) => readCurl(command) as CurlRequest;

test('words are read as a shell reads them', () => {
  expect(shellWords(`curl  'a b'"c \\"d\\" \\n"  e\\ f \\\n $'g\\'h\\n\\u00e9\\x41' ''`)).toEqual([
    'curl',
    'a bc "d" \\n',
    'e f',
    "g'h\néA",
    '',
  ]);
  for (const open of [`curl 'a`, 'curl "a', `curl $'a`]) expect(shellWords(open), open).toBeNull();
});

test('a command of a documentation becomes a request', () => {
  const { request, ...rest } =
    read(`$ curl -sS -X POST "https://api.example.com/v1/places/{place}/bookings?lang=de&max=5" \\
    -H 'Content-Type: application/json' -H "X-Shop: north" -H 'Host: evil.test' \\
    --max-time 90 -d '{"people": 4, "note": "It'"'"'s for Ann"}'`);
  expect(request).toEqual({
    method: 'POST',
    origin: 'https://api.example.com',
    path: '/v1/places/{place}/bookings',
    query: [
      { name: 'lang', value: 'de' },
      { name: 'max', value: '5' },
    ],
    headers: [{ name: 'X-Shop', value: 'north' }],
    body: JSON.stringify({ people: 4, note: "It's for Ann" }, null, 2),
    timeoutSeconds: 25,
  });
  expect(rest).toEqual({ inputs: ['place'], secrets: [], isBodyLeft: false });
});

// Planted: the last part of the path, whatever it is -> a placeholder or a version is a name.
test.each([
  ['curl -X POST https://api.example.com/v1/places/{place}/bookings', 'create_bookings'],
  ['curl https://api.example.com/orders/{order}', 'get_orders'],
  ['curl -X PATCH https://api.example.com/v2/Line-Items/7', 'update_line_items'],
  ['curl https://api.example.com/', ''],
  [`curl https://api.example.com/${'a'.repeat(60)}`, `get_${'a'.repeat(36)}`],
])('a name is proposed: %s', (command, name) => {
  expect(nameOfCurl(read(command))).toBe(name);
});

// Caught here, each by leaving it out: the header, the user, the query, the cookie, the body.
test.each([
  [`-H 'Authorization: Bearer CANARY'`, ['Authorization']],
  [`-H 'X-Api-Key: CANARY' -H 'X-Auth-Token: CANARY'`, ['X-Api-Key', 'X-Auth-Token']],
  ['-u ann:CANARY', ['Authorization']],
  ['--oauth2-bearer CANARY', ['Authorization']],
  ['--url https://ann:CANARY@api.example.com/', ['Authorization']],
  ['--url "https://api.example.com/?api_key=CANARY&q=1"', ['api_key']],
  [`-b session=CANARY -H 'Cookie: session=CANARY'`, ['Cookie']],
  [`-d '{"a":{"password":"CANARY","name":"Ann"}}'`, ['password']],
])('no key is taken over, and each is named: %s', (options, secrets) => {
  const made = read(`curl ${options}${options.includes('--url') ? '' : ' https://api.example.com/'}`);
  expect(made.secrets).toEqual(secrets);
  expect(JSON.stringify(made.request)).not.toContain('CANARY');
});

test.each([
  ['curl api.example.com/orders', { method: 'GET', origin: 'https://api.example.com', path: '/orders' }],
  ['curl -XDELETE https://api.example.com', { method: 'DELETE', path: '/' }],
  ['curl -G https://api.example.com -d q=bike -d page=2', { method: 'GET', body: '' }],
  ['curl --json={} https://api.example.com', { method: 'POST', body: '{}' }],
  ['curl -kLs -o out.json https://api.example.com/a -A shop/1', { path: '/a' }],
])('%s', (command, request) => {
  expect(read(command).request).toMatchObject(request);
});

test.each([
  ['wget https://api.example.com', 'notCurl'],
  ['', 'notCurl'],
  [`curl 'https://api.example.com`, 'notCurl'],
  ['curl', 'address'],
  ['curl ftp://api.example.com', 'address'],
  ['curl -I https://api.example.com', 'method'],
  ['curl -X PURGE https://api.example.com', 'method'],
  [`curl ${'x'.repeat(CURL_CHARS_MAX)}`, 'long'],
])('%s is refused', (command, fault) => {
  expect(readCurl(command)).toBe(fault);
});

test.each(['a=1&b=2', '@body.json', '"text"'])('a body that is no JSON is left out, and told: %s', (data) => {
  expect(read(`curl https://api.example.com -d '${data}'`)).toMatchObject({ request: { body: '' }, isBodyLeft: true });
  expect(read(`curl https://api.example.com -F 'file=@a.png'`).isBodyLeft).toBe(true);
});

test('what comes of it can be a function', () => {
  const draft = fromCurl(newDefinition('book_table', 'GET'), read('curl https://api.example.com/{a}/{b} -d {}'));
  expect(draft.kind).toBe('effect');
  expect(draft.inputs.map(({ name }) => name)).toEqual(['a', 'b']);
  const whole = { ...draft, description: 'Books.', examples: ['One', 'Two', 'Three'] };
  expect(FunctionDefinition.safeParse(whole).success).toBe(true);
});

test('a long command of nothing but quotes and backslashes is read at once', () => {
  for (const sign of ["'", '"', '\\', "$'", ' -', '{', '-H ']) {
    const begun = performance.now();
    readCurl(`curl ${sign.repeat(CURL_CHARS_MAX / 2 - 10)}`.slice(0, CURL_CHARS_MAX));
    expect(performance.now() - begun, sign).toBeLessThan(500);
  }
});
