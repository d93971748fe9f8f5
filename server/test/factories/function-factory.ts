import { FunctionDefinition } from '@antiphon/contract/function-definition';
import type * as z from 'zod';
import { makeGuardedCall } from '../../src/adapters/guarded-fetch/guarded-call.ts';
import { makeToolHost, withTools } from '../../src/adapters/mcp/tool-host.ts';

/** Nothing inside may be called. */
export const publicCalls = makeGuardedCall({ allowed: [] });
/** This address as well. */
export const callsTo = (pair: string) => makeGuardedCall({ allowed: [pair] });

/** Tools of servers at these addresses, as the server calls them. */
export function toolsAt(...pairs: string[]) {
  const direct = makeGuardedCall({ allowed: pairs });
  const toolHost = makeToolHost(direct);
  return { toolHost, callOut: withTools(direct, toolHost) };
}

/** A function that looks an order up, with what is given in its place. */
export const definitionOf = (change: Partial<z.input<typeof FunctionDefinition>> = {}): FunctionDefinition =>
  FunctionDefinition.parse({
    name: 'find_order',
    description: 'Looks an order up by its number.',
    examples: ['Where is my order?', 'Has my parcel left?', 'What became of my order?'],
    kind: 'read',
    inputs: [{ name: 'order', kind: 'text', source: 'model' }],
    request: { method: 'GET', origin: 'https://api.example.com', path: '/v1/orders/{order}' },
    response: { outputs: [{ name: 'status', kind: 'text', pointer: '/order/status' }] },
    sentences: { waiting: 'I am looking.', success: 'Found.', failure: 'I could not find it.' },
    ...change,
  });

/** A secret for functions that call `origins`. */
export const secretFor = (origins: string[], change: object = {}) => ({
  ...{ label: 'Shop', kind: 'bearer', origins, secret: 'shop-0123456789abcdef' },
  ...change,
});

/** What is put where a value belongs, to get somewhere else with it. */
export const HOSTILE_VALUES: readonly string[] = [
  '..',
  '.',
  '...',
  '../',
  '../../admin',
  '..\\..\\admin',
  '/admin',
  '//evil.test',
  '\\\\evil.test',
  '/\\evil.test',
  'x/../admin',
  '%2e%2e',
  '%2e%2e%2fadmin',
  '%252e%252e%252fadmin',
  '..%2fadmin',
  '..%5cadmin',
  '%2fadmin',
  '..%c0%afadmin',
  '%c0%ae%c0%ae',
  '..;/admin',
  ';/../admin',
  '.;',
  '\u2025/admin',
  '\uFF0E\uFF0E\uFF0Fadmin',
  '\u2024\u2024',
  '\u2215admin',
  '\u29F8admin',
  '?admin=1',
  'x?admin=1',
  '#x',
  'x#y',
  'x&admin=1',
  '&admin=1',
  '=1',
  'x;admin=1',
  '@evil.test',
  ':@evil.test',
  'x@evil.test:443',
  ':8080',
  '.evil.test',
  'https://evil.test/',
  'http://127.0.0.1/',
  'http://[::1]/',
  '//169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:1',
  'data:text/html,x',
  '\r\nHost: evil.test',
  'x\r\nX-Admin: 1',
  '\nx',
  '\tx\ty',
  ' ',
  '. .',
  '%0d%0aHost:%20evil.test',
  '\u0000',
  'x\u0000y',
  '\uD800',
  '\uDC00x',
  '{order}',
  '{{order}}',
  '{other}',
  '$' + '{order}',
  '","admin":true,"x":"',
  '"}],"admin":[{"x":"',
  '\\","admin":true',
  '\u2028x',
  '\u202Ex',
  '\uFEFF',
  '<script>',
  "' or 1=1 --",
  'a'.repeat(3_000),
  '/'.repeat(300),
  '../'.repeat(100),
];
