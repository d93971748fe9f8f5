import { isKeptHeader, isSecretName } from '@antiphon/contract/function-check';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { FunctionMethod, FunctionRequest } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { shellWords } from './shell-words.ts';

/** What a command says of a request. */
export interface CurlRequest {
  request: Pick<FunctionRequest, 'method' | 'origin' | 'path' | 'query' | 'headers' | 'body' | 'timeoutSeconds'>;
  /** Names that stood in braces in its address. */
  inputs: string[];
  /** What held a key, and was left out: it belongs in a credential. */
  secrets: string[];
  /** Whether a body was left out that is no JSON. */
  isBodyLeft: boolean;
}
export type CurlFault = 'notCurl' | 'address' | 'method' | 'long';

export const CURL_CHARS_MAX = 40_000;
const METHODS: FunctionMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const NAMED = /^%7B([a-z][a-z0-9_]{0,39})%7D$/i;
const JSON_TYPES = /^(?:application\/json\b.*|\*\/\*)$/i;

/** Short for which long name; those that take a word with them. */
const LONG: Record<string, string> = {
  X: 'request',
  H: 'header',
  d: 'data',
  u: 'user',
  b: 'cookie',
  A: 'user-agent',
  m: 'max-time',
  F: 'form',
  o: 'output',
  e: 'referer',
  x: 'proxy',
  w: 'write-out',
  c: 'cookie-jar',
  E: 'cert',
  T: 'upload-file',
  r: 'range',
};
const TAKES =
  /^(?:request|header|data(?:-raw|-binary|-ascii|-urlencode)?|json|user|cookie|user-agent|max-time|form(?:-string)?|output|referer|proxy|proxy-user|write-out|cookie-jar|cert|cacert|key|upload-file|range|url|oauth2-bearer|connect-timeout|retry|resolve)$/;

/** Reads a `curl` command, as documentation and browsers give it. Nothing is sent, and no key is taken over. */
export function readCurl(command: string): CurlRequest | CurlFault {
  if (command.length > CURL_CHARS_MAX) return 'long';
  const [program, ...words] = shellWords(command.trim().replace(/^\$ /, '')) ?? [];
  if (program !== 'curl') return 'notCurl';
  const { options, places } = sortWords(words);
  const of = (...names: string[]) => options.filter(([name]) => names.includes(name)).map(([, value]) => value);
  const url = readUrl(of('url')[0] ?? places[0] ?? '');
  if (!url) return 'address';
  const data = of('data', 'data-raw', 'data-binary', 'data-ascii', 'json');
  const isQuery = options.some(([name]) => name === 'get' || name === 'G');
  const said = of('request')[0]?.toUpperCase();
  const hasBody = data.length > 0 || of('data-urlencode', 'form', 'form-string', 'upload-file').length > 0;
  const method = METHODS.find((one) => one === (said ?? (hasBody && !isQuery ? 'POST' : 'GET')));
  if (!method || options.some(([name]) => name === 'head' || name === 'I')) return 'method';
  const secrets = new Set<string>();
  if (url.username !== '' || url.password !== '' || of('user', 'oauth2-bearer').length > 0)
    secrets.add('Authorization');
  const headers = readHeaders(of('header'), secrets);
  for (const value of of('user-agent')) headers.push({ name: 'User-Agent', value });
  const inputs = new Set<string>();
  const path = url.pathname.replace(/[^/]+/g, (segment) => {
    const name = NAMED.exec(segment)?.[1]?.toLowerCase();
    if (name === undefined) return segment;
    inputs.add(name);
    return `{${name}}`;
  });
  const pairs = new URLSearchParams([url.search.slice(1), ...(isQuery ? data : [])].filter(Boolean).join('&'));
  const body = isQuery || method === 'GET' ? '' : readBody(data, secrets);
  const seconds = Math.round(Number(of('max-time')[0] ?? 10)) || 10;
  return {
    request: {
      ...{ method, origin: url.origin, path },
      query: withoutSecrets(
        [...pairs].map(([name, value]) => ({ name, value })),
        secrets,
      ).slice(0, limits.functionQueryMax),
      headers: headers.slice(0, limits.functionHeadersMax),
      body: body ?? '',
      timeoutSeconds: Math.min(25, Math.max(1, seconds)),
    },
    inputs: [...inputs].slice(0, limits.functionInputsMax),
    secrets: [...secrets],
    isBodyLeft: body === null || (hasBody && data.length === 0),
  };
}

/** Options with what they take, and the words that belong to none. */
function sortWords(words: string[]) {
  const options: [name: string, value: string][] = [];
  const places: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('--')) {
      const [name = '', value] = word.slice(2).split(/=(.*)/s);
      options.push([name, value ?? (TAKES.test(name) ? (words[++at] ?? '') : '')]);
    } else if (/^-\w/.test(word)) {
      // Short ones may stand together; what one takes may stand behind it at once.
      let rest = word.slice(1);
      while (rest !== '') {
        const short = rest.charAt(0);
        const name = LONG[short];
        rest = rest.slice(1);
        options.push([name ?? short, name === undefined ? '' : rest || (words[++at] ?? '')]);
        if (name !== undefined) break;
      }
    } else places.push(word);
  }
  return { options, places };
}

function readUrl(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return text !== '' && url && /^https?:$/.test(url.protocol) ? url : null;
}

function readHeaders(given: string[], secrets: Set<string>) {
  const named = given.flatMap((line) => {
    const [, name, value] = /^([^:]+):\s*([\s\S]*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name: name.trim(), value: value.trim() }];
  });
  const isSet = ({ name, value }: { name: string; value: string }) =>
    !isKeptHeader(name) && !(/^(?:accept|content-type)$/i.test(name) && JSON_TYPES.test(value));
  if (named.some(({ name }) => /^cookie$/i.test(name))) secrets.add('Cookie');
  return withoutSecrets(named.filter(isSet), secrets);
}

function withoutSecrets(pairs: { name: string; value: string }[], secrets: Set<string>) {
  return pairs.filter(({ name }) => {
    if (!isSecretName(name)) return true;
    secrets.add(name);
    return false;
  });
}

/** A body in JSON, with nothing where a key stood; null where it is none. */
function readBody(data: string[], secrets: Set<string>): string | null {
  if (data.length === 0) return '';
  try {
    const tree: unknown = JSON.parse(data.join('&'), (key, value: unknown) => {
      if (typeof value !== 'string' || value === '' || !isSecretName(key)) return value;
      secrets.add(key);
      return '';
    });
    return typeof tree === 'object' && tree !== null ? JSON.stringify(tree, null, 2) : null;
  } catch {
    return null;
  }
}

const VERBS: Record<FunctionMethod, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** What a function that makes this request may be called: `create_bookings` of POST /v1/bookings; empty where its path has no word. */
export function nameOfCurl({ request }: Pick<CurlRequest, 'request'>): string {
  const words = request.path.split('/').map((part) => part.toLowerCase().replace(/[^a-z0-9]+/g, '_'));
  const named = request.path
    .split('/')
    .flatMap((part, at) => (/^\{|^v?\d+$|^$/i.test(part) ? [] : (words[at] ?? '')))
    .at(-1)
    ?.replace(/^_+|_+$/g, '');
  return named ? `${VERBS[request.method]}_${named}`.slice(0, 40).replace(/_+$/, '') : '';
}

/** The rest of a function that makes this request. */
export function fromCurl(draft: FunctionDefinition, { request, inputs }: CurlRequest): FunctionDefinition {
  const plain = {
    kind: 'text',
    description: '',
    isRequired: true,
    source: 'model',
    fixedValue: '',
    choices: [],
  } as const;
  return {
    ...draft,
    kind: request.method === 'GET' ? 'read' : 'effect',
    inputs: inputs.map((name) => ({ ...plain, name, choices: [] })),
    request: { ...draft.request, ...request },
  };
}
