import fc from 'fast-check';

/** The parts of an OpenAPI 3.1 document that requests are made from. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  contentMediaType?: string;
  minimum?: number;
  default?: unknown;
};
type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema?: Schema };
export type Operation = {
  method: string;
  path: string;
  parameters: Parameter[];
  content: Record<string, { schema?: Schema }>;
};
export type OddRequest = {
  method: string;
  /** Path and query as they are sent, escapes and all. */
  address: string;
  headers: Record<string, string>;
  body: string | FormData | null;
};

type Document = {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: { content: Operation['content'] } }>>;
};

export const operationsOf = (document: unknown): Operation[] =>
  Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      content: operation.requestBody?.content ?? {},
    })),
  );

const LONG = 'x'.repeat(70_000);
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\uffff',
  '\u202egnp.exe',
  'مرحبا 👋🏽 كيف',
  'Z̷̢͈a̴lgo',
  '👨‍👩‍👧‍👦',
  "'; drop table agents; --",
  '$(7*7)',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%',
  '%s%n',
  '\r\nx-injected: 1',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e400',
  '0x10',
  '2026-13-45',
  'x'.repeat(65),
  'x'.repeat(300),
  LONG,
  '__proto__',
  'constructor',
  'toString',
  'agt_',
  'vg_',
  '00000000-0000-0000-0000-000000000000',
  'http://',
  'javascript:alert(1)',
];
const NUMBERS = [
  '-1',
  '0',
  '1.5',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '1e308',
  '-1e308',
  '1e-320',
  '9'.repeat(400),
  '-0',
];

/** JSON values as text, so that numbers and escapes stand that no serializer would write. */
const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS).map((text) => JSON.stringify(text)) },
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '{}', '[]', '[[]]', '[null]', '{"":""}') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '"\\ud800"',
      '"\\u0000"',
      '{"\\u0000":1}',
    ),
  },
  { weight: 1, arbitrary: fc.nat({ max: 60 }).map((depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`) },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom('1', '"a"', 'null'), { minLength: 50, maxLength: 200 })
      .map((items) => `[${items.join(',')}]`),
  },
);

/** Bodies that no procedure can take. */
const brokenBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":',
    '[1,',
    '}',
    '{"a":1}}',
    "{'a':1}",
    '\u0000',
    '\ufeff{}',
    'a=1&b=2',
    '<a/>',
    '"text"',
    '1',
    'null',
    '[]',
    'NaN',
    '{"a":1,"a":2}',
  ),
  fc.constantFrom(2_000, 100_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(2_000, 50_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.string({ maxLength: 200, unit: 'binary' }),
);

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  '',
  'x',
  '/',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/json,application/json',
  'image/png',
];
const multipart = (name: string, body: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n${body}`;
const brokenMultipart = fc.constantFrom(
  multipart('file', 'no end'),
  `${multipart('file', 'ok')}\r\n--x--`,
  `${multipart('file[a][b]', 'ok')}\r\n--x--`,
  `${multipart('__proto__[x]', 'ok')}\r\n--x--`,
  `${multipart('kind', 'file')}\r\n${multipart('kind', 'url')}\r\n--x--`,
  '--x--',
  '--x\r\n\r\n',
  '--x\r\ncontent-disposition: form-data\r\n\r\nx\r\n--x--',
  '--y\r\n\r\n--y--',
);

const HEADERS: Record<string, string>[] = [
  {},
  {},
  {},
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(5_000)}` },
  { authorization: 'Basic Og==' },
  { authorization: 'Bearer vg_%00' },
  { cookie: 'app-na.session_token=%00%ff; a' },
  { cookie: `app-na.session_token=${'x'.repeat(4_000)}` },
  { 'x-workspace': "'; --" },
  { 'x-workspace': 'ÿþ' },
  { 'idempotency-key': 'ÿ' },
  { 'idempotency-key': 'k'.repeat(3_000) },
  { 'last-event-id': '9'.repeat(300) },
  { 'x-forwarded-for': '::::, a' },
  { accept: 'text/html' },
  { 'content-encoding': 'gzip' },
];

export type OddSource = {
  /** Ids that exist, by the name of the parameter. */
  valid: Record<string, string>;
  authorization: string;
  /** Uses up what it names when all is valid: then something always is not. */
  isOnce: boolean;
};

/** Requests that are wrong in one or several ways, and some that are right but for one field. */
export function oddRequests(operation: Operation, source: OddSource): fc.Arbitrary<OddRequest> {
  const path = fc
    .tuple(
      fc.nat({ max: 9 }),
      fc.constantFrom(...TEXTS.filter((text) => text !== LONG && text.isWellFormed())),
      fc.constantFrom('%E0%A4%A', '%00', '%2e%2e', '%', '%ff%fe', '%2F', 'a b', '%0d%0a'),
    )
    .map(([dice, text, escaped]) => {
      const isWhole = dice > 2 && !source.isOnce;
      return operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
        isWhole ? (source.valid[name] ?? 'unknown') : dice % 2 === 0 ? escaped : encodeURIComponent(text) || '%20',
      );
    });
  const query = queryOf(operation);
  return fc
    .tuple(path, query, bodyOf(operation), fc.constantFrom(...HEADERS))
    .map(([where, search, body, headers]) => ({
      method: operation.method,
      address: `${where}${search}`,
      headers: { authorization: source.authorization, ...body.headers, ...headers },
      body: operation.method === 'GET' ? null : body.text,
    }));
}

const QUERY_VALUES = [
  '',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  '%00',
  '%E0%A4%A',
  '%ff',
  'a%00b',
  'x'.repeat(3_000),
  '%F0%9F%91%8B',
  "'",
  '[]',
  'null',
  'MTIzNDU2Nzg5MDEyMzp4',
  'OTk5OTk5OTk5OTk5OTk5OmE',
  'MTIzNDU2Nzg5MDEyMzpcMDAw',
];
const queryOf = ({ parameters }: Operation): fc.Arbitrary<string> => {
  const names = [
    ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    'unasked',
    'limit[]',
    'cursor[a]',
    '__proto__',
  ];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...QUERY_VALUES))
    .map(([name, value]) => `${name}=${value}`);
  return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
};

type Body = { text: string | null; headers: Record<string, string> };
const json = { 'content-type': 'application/json' };

function bodyOf({ content }: Operation): fc.Arbitrary<Body> {
  const schema = Object.values(content)[0]?.schema ?? {};
  const type = fc
    .constantFrom(...TYPES)
    .map((value) => (value === '' ? {} : { 'content-type': value }) as Record<string, string>);
  return fc.oneof(
    { weight: 12, arbitrary: oddObject(schema).map((text) => ({ text, headers: json })) },
    { weight: 3, arbitrary: brokenBody.map((text) => ({ text, headers: json })) },
    { weight: 2, arbitrary: fc.tuple(oddObject(schema), type).map(([text, headers]) => ({ text, headers })) },
    {
      weight: 2,
      arbitrary: brokenMultipart.map((text) => ({
        text,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })),
    },
    { weight: 1, arbitrary: fc.constant({ text: null, headers: {} }) },
  );
}

/** An object of the schema's fields of which one to three are odd, and now and then one that nobody asked for. */
function oddObject(schema: Schema): fc.Arbitrary<string> {
  const variants = variantsOf(schema);
  return fc
    .tuple(
      fc.constantFrom(...variants),
      fc.array(fc.tuple(fc.nat({ max: 40 }), oddJson), { maxLength: 3 }),
      oddJson,
      fc.nat({ max: 9 }),
    )
    .map(([variant, changes, extra, dice]) => {
      const fields = new Map(
        Object.entries(variant).map(([name, inner]) => [name, JSON.stringify(exampleOf(inner)) ?? 'null']),
      );
      const keys = [...fields.keys()];
      for (const [index, value] of changes) {
        const key = keys[index % Math.max(1, keys.length)];
        if (key === undefined) continue;
        if (index > 36) fields.delete(key);
        else fields.set(key, index % 3 === 0 ? oddInside(variant[key] ?? {}, index, value) : value);
      }
      if (dice === 0) fields.set('unasked', extra);
      return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    });
}

/** The odd value one level deeper, where the field is an object. */
function oddInside(schema: Schema, index: number, value: string): string {
  const inner = variantsOf(schema)[0] ?? {};
  const names = Object.keys(inner);
  const name = names[index % Math.max(1, names.length)];
  if (name === undefined) return value;
  const fields = Object.entries(inner).map(
    ([key, part]) => `${JSON.stringify(key)}:${key === name ? value : JSON.stringify(exampleOf(part))}`,
  );
  return `{${fields.join(',')}}`;
}

function variantsOf(schema: Schema): Record<string, Schema>[] {
  const choices = (schema.anyOf ?? schema.oneOf ?? []).flatMap(variantsOf);
  const parts = (schema.allOf ?? []).map(variantsOf);
  const own = schema.properties ?? {};
  let found: Record<string, Schema>[] = choices.length > 0 ? choices.map((choice) => ({ ...own, ...choice })) : [own];
  for (const part of parts) found = found.flatMap((one) => part.map((other) => ({ ...one, ...other })));
  return found;
}

/** Something that the schema takes, as far as its keywords tell. */
function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const inner = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (inner) return exampleOf(inner);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part)]));
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return crypto.randomUUID();
  if (schema.format === 'email') return 'visitor@example.com';
  return 'example';
}
