import type { FunctionDefinition } from './function-definition.ts';

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
const SECRET_HEADERS = /authorization|api[-_]?key|secret|password|token/i;
const DEPTH_MAX = 16;

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
    if (inputs.findIndex(({ name }) => name === input.name) < index) say(at('name'), 'This name is taken.');
    if (input.kind === 'choice' && input.choices.length === 0) say(at('choices'), 'Please enter the choices.');
    if (input.source === 'fixed' && input.fixedValue.trim() === '') say(at('fixedValue'), 'Please enter the value.');
  }
}

function usesOf({ inputs }: FunctionDefinition, say: Say): Use {
  return (text, path, where) => {
    const name = placeholderIn(text);
    if (name === null) {
      if (where !== 'body' && /[{}]/.test(text))
        say(path, 'An input stands alone, such as {order}: not beside other characters.');
      return;
    }
    const input = inputs.find((one) => one.name === name);
    if (!input) return say(path, `There is no input called ${name}.`);
    if (input.kind === 'list' && where !== 'body') say(path, 'A list can stand in the body only.');
    if (!input.isRequired && where === 'path')
      say(path, `${name} has to be required: the path has no meaning without it.`);
  };
}

function checkAddress({ request, say, use }: Check) {
  if (!isOrigin(request.origin))
    say(['request', 'origin'], 'Please enter it like https://api.example.com, without a path.');
  const path = ['request', 'path'];
  const segments = segmentsOf(request.path);
  if (!request.path.startsWith('/')) say(path, 'A path begins with /.');
  for (const [index, segment] of segments.entries()) {
    use(segment, path, 'path');
    if (/[{}]/.test(segment)) continue;
    if (!SEGMENT.test(segment)) say(path, 'The path holds a character that has to be written as %XX.');
    else if (/%(?:2f|5c|00)/i.test(segment) || /^(?:\.|%2e){1,2}$/i.test(segment))
      say(path, 'The path may not lead upwards.');
    if (segment === '' && index < segments.length - 1) say(path, 'The path holds an empty part.');
  }
  for (const [index, { value }] of request.query.entries()) use(value, ['request', 'query', index, 'value'], 'query');
}

function checkHeaders({ request, say }: Check) {
  for (const [index, { name, value }] of request.headers.entries()) {
    const at = (field: string) => ['request', 'headers', index, field];
    if (!HEADER_NAME.test(name)) say(at('name'), 'This is no name of a header.');
    else if (isKeptHeader(name)) say(at('name'), 'This header cannot be set.');
    else if (SECRET_HEADERS.test(name)) say(at('name'), 'Keys belong in a credential, where nobody can read them.');
    if (request.headers.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) < index)
      say(at('name'), 'This header is there already.');
    if (!/^[\x20-\x7e]*$/.test(value)) say(at('value'), 'A header holds plain letters, digits and signs only.');
  }
}

function checkBody({ request, say, use }: Check) {
  if (request.body.trim() === '') return;
  const path = ['request', 'body'];
  if (request.method === 'GET') return say(path, 'GET sends no body.');
  let tree: unknown;
  try {
    tree = JSON.parse(request.body);
  } catch {
    return say(path, 'This is not valid JSON.');
  }
  if (typeof tree !== 'object' || tree === null) return say(path, 'The body has to be an object or a list.');
  const walk = (node: unknown, depth: number): boolean => {
    if (typeof node === 'string') use(node, path, 'body');
    if (typeof node !== 'object' || node === null) return true;
    return depth < DEPTH_MAX && Object.values(node).every((child) => walk(child, depth + 1));
  };
  if (!walk(tree, 1)) say(path, `The body is nested deeper than ${DEPTH_MAX} levels.`);
}

function checkResponse({ response }: FunctionDefinition, say: Say) {
  const { outputs, success } = response;
  for (const [index, output] of outputs.entries()) {
    if (outputs.findIndex(({ name }) => name === output.name) < index)
      say(['response', 'outputs', index, 'name'], 'This name is taken.');
    if (!isPointer(output.pointer)) say(['response', 'outputs', index, 'pointer'], POINTER);
  }
  if (success && !isPointer(success.pointer)) say(['response', 'success', 'pointer'], POINTER);
}

const POINTER = 'Please enter it like /order/status.';
const isPointer = (pointer: string) =>
  pointer === '' || (/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer) && segmentsOf(pointer).length <= DEPTH_MAX);
