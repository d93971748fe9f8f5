import { isOrigin, placeholderIn, segmentsOf } from '@antiphon/contract/function-check';
import { FUNCTION_FAULTS } from '@antiphon/contract/function-faults';
import type { FunctionMethod, FunctionRequest } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import type { InputFault, InputValue, InputValues } from './read-inputs.rules.ts';

/** As it leaves, but for the credential and what the connection itself adds. */
export type BuiltRequest = {
  method: FunctionMethod;
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

/** What may stand in a path: no sign that any server reads as a way to another place, however often it decodes. */
const PATH_VALUE = /^[\p{L}\p{M}\p{N} ._~@+,:=-]{1,200}$/u;

/**
 * A checked definition with its values in their places. The origin is the definition's, to the letter: no value reaches it, nor the
 * number of segments, the names in the query or any header. `callId` is the same however often one call is tried.
 */
export function buildRequest(
  request: FunctionRequest,
  values: InputValues,
  callId: string,
): { request: BuiltRequest; fault: null } | { request: null; fault: InputFault } {
  const refuse = (input: string, message: string) => ({ request: null, fault: { input, message } });
  const segments: string[] = [];
  for (const segment of segmentsOf(request.path)) {
    const name = placeholderIn(segment);
    if (name === null) segments.push(segment);
    else {
      const text = textOf(values.get(name));
      if (text === null || !PATH_VALUE.test(text) || text.includes('..') || /^[. ]+$/.test(text))
        return refuse(name, FUNCTION_FAULTS.inAddress);
      segments.push(encodeURIComponent(text));
    }
  }
  const path = `/${segments.join('/')}`;
  const query = request.query.flatMap(({ name, value }) => {
    const input = placeholderIn(value);
    const text = input === null ? value : textOf(values.get(input));
    return text === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
  });
  const url = URL.parse(`${request.origin}${path}`);
  // What the rules above say of the definition and the values, looked at once more in what came of them.
  if (!url || !isOrigin(request.origin) || url.origin !== request.origin || url.pathname !== path)
    return refuse('', FUNCTION_FAULTS.address);
  if (query.length > 0) url.search = query.join('&');
  const body = buildBody(request, values);
  if (body !== null && Buffer.byteLength(body) > limits.functionBodyBytesMax)
    return refuse('', FUNCTION_FAULTS.bodyLong);
  const headers = new Map([['accept', 'application/json'], ...(body === null ? [] : [JSON_TYPE])]);
  for (const { name, value } of request.headers) headers.set(name.toLowerCase(), value);
  headers.set('idempotency-key', callId);
  return {
    request: { method: request.method, url: url.href, headers: Object.fromEntries(headers), body },
    fault: null,
  };
}

const JSON_TYPE = ['content-type', 'application/json'] as const;

const textOf = (value: InputValue | undefined): string | null =>
  value === undefined || Array.isArray(value) ? null : String(value);

function buildBody({ body, method }: FunctionRequest, values: InputValues): string | null {
  if (body.trim() === '' || method === 'GET') return null;
  return JSON.stringify(filled(JSON.parse(body), values) ?? {});
}

/** A value that is not there takes its field, or its place in a list, with it. */
function filled(node: unknown, values: InputValues): unknown {
  if (typeof node === 'string') {
    const name = placeholderIn(node);
    return name === null ? node : values.get(name);
  }
  if (Array.isArray(node)) return node.map((child) => filled(child, values)).filter((child) => child !== undefined);
  if (typeof node !== 'object' || node === null) return node;
  // Of entries, so that a field called __proto__ is a field.
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, child]) => {
      const value = filled(child, values);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
