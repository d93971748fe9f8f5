import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Shape =
  | { kind: 'string' | 'number' | 'boolean' | 'any' | 'never' | 'decimal' }
  | { kind: 'literal'; value: string | boolean | null }
  | { kind: 'array' | 'list'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  | { kind: 'ref'; name: string }
  | { kind: 'object'; fields: Record<string, { shape: Shape; isOptional?: boolean }>; others?: Shape };

type Json = { [field: string]: unknown };

const root = join(import.meta.dirname, '../../..');
const file = execFileSync(process.execPath, ['scripts/stripe-shapes.mjs'], { cwd: root }).toString().trim();
const { wanted, shapes } = JSON.parse(readFileSync(file, 'utf8')) as {
  wanted: Record<string, Shape>;
  shapes: Record<string, Shape>;
};

/** The type of an object by what it says that it is. */
const TYPES: Record<string, string> = {
  'v2.core.account': 'Account',
  'v2.core.account_link': 'AccountLink',
  'v2.core.event': 'ThinEvent',
  'checkout.session': 'Session',
  event: 'EventBase',
  invoiceitem: 'InvoiceItem',
  line_item: 'InvoiceLineItem',
  item: 'LineItem',
};
const inPascalCase = (name: string) =>
  name.replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What does not fit, by the place at which it stands. Version 2 shows what nobody asked for as null. */
function misfits(shape: Shape, value: unknown, at: string, isV2: boolean): string[] {
  switch (shape.kind) {
    case 'any':
      return [];
    case 'never':
      return [`${at} has a value that is not written down: ${JSON.stringify(value)}`];
    case 'decimal':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [] : [`${at} is no decimal`];
    case 'literal':
      return value === shape.value ? [] : [`${at} is not ${JSON.stringify(shape.value)}: ${JSON.stringify(value)}`];
    case 'ref':
      return misfits(shapes[shape.name]!, value, at, isV2);
    case 'union': {
      const tried = shape.of.map((one) => misfits(one, value, at, isV2));
      if (tried.some((found) => found.length === 0)) return [];
      return [...tried].sort((one, other) => depth(other) - depth(one))[0] ?? [];
    }
    case 'array':
      if (!Array.isArray(value)) return [`${at} is no array`];
      return value.flatMap((one, index) => misfits(shape.of, one, `${at}[${index}]`, isV2));
    case 'list':
      return misfits(listOf(shape.of), value, at, isV2);
    case 'object':
      return ofObject(shape, value, at, isV2);
    default:
      return typeof value === shape.kind ? [] : [`${at} is no ${shape.kind}: ${JSON.stringify(value)}`];
  }
}

const depth = (found: string[]) => Math.max(...found.map((text) => text.split(' ')[0]!.split('.').length));

const listOf = (of: Shape): Shape => ({
  kind: 'object',
  fields: {
    object: { shape: { kind: 'literal', value: 'list' } },
    data: { shape: { kind: 'array', of } },
    has_more: { shape: { kind: 'boolean' } },
    url: { shape: { kind: 'string' } },
  },
});

function ofObject(shape: Shape & { kind: 'object' }, value: unknown, at: string, isV2: boolean): string[] {
  if (!isObject(value)) return [`${at} is no object: ${JSON.stringify(value)}`];
  const unknown = Object.keys(value).filter((field) => !Object.hasOwn(shape.fields, field));
  const others = shape.others;
  return [
    ...unknown.flatMap((field) =>
      others ? misfits(others, value[field], `${at}.${field}`, isV2) : [`${at}.${field} is not a field of this type`],
    ),
    ...Object.entries(shape.fields).flatMap(([field, { shape: wantedShape, isOptional }]) => {
      const given = value[field];
      if (given === undefined) return isOptional ? [] : [`${at}.${field} is missing`];
      if (given === null && isV2 && isOptional) return [];
      return misfits(wantedShape, given, `${at}.${field}`, isV2);
    }),
  ];
}

const anyOf = (of: Shape[]): Shape => ({ kind: 'union', of });

/** What of an answer is not as the library's types say. */
export function misfitsOf(answer: unknown): string[] {
  if (!isObject(answer)) return ['the answer is no object'];
  if (answer.error !== undefined) return ofError(answer.error);
  if (answer.object === 'list')
    return [
      ...misfits(listOf({ kind: 'any' }), answer, 'list', false),
      ...(answer.data as unknown[]).flatMap((one) => misfitsOf(one)),
    ];
  if (answer.object === undefined && Array.isArray(answer.data)) return answer.data.flatMap((one) => misfitsOf(one));
  const kind = String(answer.object);
  const type = TYPES[kind] ?? inPascalCase(kind);
  const isV2 = kind.startsWith('v2.');
  const shape = wanted[answer.deleted === true ? `Deleted${type}` : type];
  if (!shape) return [`there is no type for ${kind}`];
  const { data, related_object: _, ...rest } = answer;
  if (kind === 'event') {
    const within = (data as { object: Json }).object;
    const known = within.object === 'application' ? [] : misfitsOf(within);
    return [
      ...misfits(shape, { ...rest, data: {}, type: null }, 'event', false).filter((one) => !/\.(type|data)/.test(one)),
      ...known,
    ];
  }
  return misfits(shape, kind === 'v2.core.event' ? rest : answer, type, isV2);
}

const ERROR: Shape = {
  kind: 'object',
  fields: {
    type: {
      shape: anyOf(
        ['invalid_request_error', 'card_error', 'idempotency_error', 'api_error'].map((value) => ({
          kind: 'literal',
          value,
        })),
      ),
    },
    message: { shape: { kind: 'string' } },
    code: { shape: { kind: 'string' }, isOptional: true },
    param: { shape: { kind: 'string' }, isOptional: true },
    decline_code: { shape: { kind: 'string' }, isOptional: true },
    advice_code: { shape: { kind: 'string' }, isOptional: true },
    charge: { shape: { kind: 'string' }, isOptional: true },
    payment_intent: { shape: wanted.PaymentIntent!, isOptional: true },
    setup_intent: { shape: wanted.SetupIntent!, isOptional: true },
    payment_method: { shape: wanted.PaymentMethod!, isOptional: true },
  },
};
const ofError = (error: unknown) => misfits(ERROR, error, 'error', false);
