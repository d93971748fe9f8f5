import type { FunctionDefinition } from './function-definition.ts';
import { FUNCTION_FAULTS, sayFunctionFault } from './function-faults.ts';

/** What is wrong with a function, and where; the same in the browser and on the server. */
export type FunctionFault = { path: (string | number)[]; message: string };

const PLACEHOLDER = /^\{([a-z][a-z0-9_]{0,39})\}$/;
const SEGMENT = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/;
/** The parser lets braces and more stand in a name. */
const HOST = /^[a-z0-9.\-_:[\]]+$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Whoever sets these speaks for the connection, for another host, or for somebody else. */
const KEPT_HEADERS =
  /^(?:host|cookie2?|set-cookie|forwarded|x-forwarded-.*|x-real-ip|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|via|accept-encoding|idempotency-key|proxy-.*)$/i;
const SECRET_NAMES = /authorization|api[-_]?key|secret|password|token/i;
const DEPTH_MAX = 16;

/** Whether a name says that what stands there is a key, which belongs in a credential. */
export const isSecretName = (name: string): boolean => SECRET_NAMES.test(name);

export const isKeptHeader = (name: string): boolean => KEPT_HEADERS.test(name);

/** The input that a text stands for, or null: a text that is more than `{name}` is itself. */
export const placeholderIn = (text: string): string | null => PLACEHOLDER.exec(text)?.[1] ?? null;

/** Whether a text is `https://host` or `http://host`, in the form that a browser gives it. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && HOST.test(url.host);
}

/** The segments of a path that begins with a slash. */
export const segmentsOf = (path: string): string[] => path.split('/').slice(1);

/** Everything that the shapes alone do not say. Empty: it can be called. */
export function findFunctionFaults(definition: FunctionDefinition): FunctionFault[] {
  const faults: FunctionFault[] = [];
  const say = (path: FunctionFault['path'], message: string) => void faults.push({ path, message });
  checkInputs(definition, say);
  const check = { ...definition, say, use: usesOf(definition, say) };
  checkAddress(check);
  checkHeaders(check);
  checkBody(check);
  checkResponse(definition, say);
  return faults;
}

type Say = (path: FunctionFault['path'], message: string) => void;
/** Names an input at a place; a list has no place in an address. */
type Use = (text: string, path: FunctionFault['path'], where: 'path' | 'query' | 'body') => void;
type Check = FunctionDefinition & { say: Say; use: Use };

function checkInputs({ inputs }: FunctionDefinition, say: Say) {
  for (const [index, input] of inputs.entries()) {
    const at = (field: string) => ['inputs', index, field];
    if (inputs.findIndex(({ name }) => name === input.name) < index) say(at('name'), FUNCTION_FAULTS.nameTaken);
    if (input.kind === 'choice' && input.choices.length === 0) say(at('choices'), FUNCTION_FAULTS.choicesMissing);
    if (input.source === 'fixed' && input.fixedValue.trim() === '') say(at('fixedValue'), FUNCTION_FAULTS.valueMissing);
  }
}

function usesOf({ inputs }: FunctionDefinition, say: Say): Use {
  return (text, path, where) => {
    const name = placeholderIn(text);
    if (name === null) {
      if (where !== 'body' && /[{}]/.test(text)) say(path, sayFunctionFault('inputAlone', { sample: '{order}' }));
      return;
    }
    const input = inputs.find((one) => one.name === name);
    if (!input) return say(path, sayFunctionFault('inputUnknown', { name }));
    if (input.kind === 'list' && where !== 'body') say(path, FUNCTION_FAULTS.inputList);
    if (!input.isRequired && where === 'path') say(path, sayFunctionFault('inputOptional', { name }));
  };
}

function checkAddress({ request, say, use }: Check) {
  if (!isOrigin(request.origin)) say(['request', 'origin'], FUNCTION_FAULTS.origin);
  const path = ['request', 'path'];
  const segments = segmentsOf(request.path);
  if (!request.path.startsWith('/')) say(path, FUNCTION_FAULTS.pathSlash);
  for (const [index, segment] of segments.entries()) {
    use(segment, path, 'path');
    if (/[{}]/.test(segment)) continue;
    if (!SEGMENT.test(segment)) say(path, FUNCTION_FAULTS.pathSign);
    else if (/%(?:2f|5c|00)/i.test(segment) || /^(?:\.|%2e){1,2}$/i.test(segment)) say(path, FUNCTION_FAULTS.pathUp);
    if (segment === '' && index < segments.length - 1) say(path, FUNCTION_FAULTS.pathEmpty);
  }
  for (const [index, { value }] of request.query.entries()) use(value, ['request', 'query', index, 'value'], 'query');
}

function checkHeaders({ request, say }: Check) {
  for (const [index, { name, value }] of request.headers.entries()) {
    const at = (field: string) => ['request', 'headers', index, field];
    if (!HEADER_NAME.test(name)) say(at('name'), FUNCTION_FAULTS.headerName);
    else if (isKeptHeader(name)) say(at('name'), FUNCTION_FAULTS.headerKept);
    else if (isSecretName(name)) say(at('name'), FUNCTION_FAULTS.headerSecret);
    if (request.headers.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) < index)
      say(at('name'), FUNCTION_FAULTS.headerTaken);
    if (!/^[\x20-\x7e]*$/.test(value)) say(at('value'), FUNCTION_FAULTS.headerValue);
  }
}

function checkBody({ request, say, use }: Check) {
  if (request.body.trim() === '') return;
  const path = ['request', 'body'];
  if (request.method === 'GET') return say(path, FUNCTION_FAULTS.bodyOfGet);
  let tree: unknown;
  try {
    tree = JSON.parse(request.body);
  } catch {
    return say(path, FUNCTION_FAULTS.bodyJson);
  }
  if (typeof tree !== 'object' || tree === null) return say(path, FUNCTION_FAULTS.bodyTree);
  const walk = (node: unknown, depth: number): boolean => {
    if (typeof node === 'string') use(node, path, 'body');
    if (typeof node !== 'object' || node === null) return true;
    return depth < DEPTH_MAX && Object.values(node).every((child) => walk(child, depth + 1));
  };
  if (!walk(tree, 1)) say(path, sayFunctionFault('bodyDeep', { count: String(DEPTH_MAX) }));
}

function checkResponse({ response }: FunctionDefinition, say: Say) {
  const { outputs, success } = response;
  for (const [index, output] of outputs.entries()) {
    if (outputs.findIndex(({ name }) => name === output.name) < index)
      say(['response', 'outputs', index, 'name'], FUNCTION_FAULTS.nameTaken);
    if (!isPointer(output.pointer)) say(['response', 'outputs', index, 'pointer'], FUNCTION_FAULTS.pointer);
  }
  if (success && !isPointer(success.pointer)) say(['response', 'success', 'pointer'], FUNCTION_FAULTS.pointer);
}

const isPointer = (pointer: string) =>
  pointer === '' || (/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer) && segmentsOf(pointer).length <= DEPTH_MAX);
