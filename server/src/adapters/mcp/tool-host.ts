import { limits } from '@antiphon/contract/limits';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type {
  Call,
  CallAnswer,
  CallOut,
  CallOutcome,
  ListedTool,
  ToolHost,
  ToolServer,
  ToolsFailure,
} from '../../domain/functions/functions.ports.ts';
import { ROBOT_NAME } from '../../domain/websites/websites.ports.ts';
import { makeMcpFetch, type Seen } from './guarded-mcp-fetch.ts';

const PAGES_MAX = 10;
const GRACE_MS = 100;
/** The tool was not called: its name or its arguments were refused. */
const REFUSALS = new Set([-32_700, -32_600, -32_601, -32_602]);

/** The door for calls, through which tools are called as well. */
export const withTools = (direct: CallOut, tools: ToolHost): CallOut => ({
  checkAddress: direct.checkAddress,
  call: (request) =>
    request.tool === undefined ? direct.call(request) : tools.call({ ...request, tool: request.tool }),
});

export function makeToolHost(callOut: Pick<CallOut, 'call'>): ToolHost {
  return {
    async list(server) {
      const { fetch, seen } = makeMcpFetch(callOut, server);
      try {
        const { tools } = await within(server, fetch, (client) => client.listTools());
        return { tools: tools.map(toListed), failure: null };
      } catch {
        return { tools: null, failure: whyOf(seen) };
      }
    },
    async call(request) {
      const { [KEY]: key, ...headers } = request.headers;
      const { fetch, seen } = makeMcpFetch(callOut, {
        ...request,
        headers: withoutTypes(headers),
        callHeaders: key === undefined ? {} : { [KEY]: key },
      });
      try {
        const given = { name: request.tool, arguments: readArguments(request) };
        return { answer: toAnswer(await within(request, fetch, (client) => client.callTool(given))), failure: null };
      } catch (error) {
        return outcomeOf(error, seen, new URL(request.url).host);
      }
    },
  };
}

const KEY = 'idempotency-key';

/** The protocol says itself which kinds it sends and takes. */
const withoutTypes = ({ accept: _accept, 'content-type': _type, ...headers }: Readonly<Record<string, string>>) =>
  headers;

const readArguments = ({ body }: Call): Record<string, unknown> => (body === null ? {} : JSON.parse(body));

/**
 * One connection for one use. The client offers nothing to a server (no sampling, no questions, no files), and takes a schema of a
 * stranger for what it is: text. What a tool gives is read by its kinds, later and by ourselves.
 */
async function within<Result>(
  { url, timeoutMs }: ToolServer,
  fetch: ReturnType<typeof makeMcpFetch>['fetch'],
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(
    { name: ROBOT_NAME, version: '1.0.0' },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe: { timeoutMs } },
      inputRequired: { autoFulfill: false },
      listMaxPages: PAGES_MAX,
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  client.onerror = () => {};
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch,
    reconnectionOptions: {
      ...{ maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1 },
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    // Each request ends in time by itself; this is for a client that waits for something else.
    timer = setTimeout(() => reject(new Error('The time is over.')), timeoutMs + GRACE_MS);
  });
  try {
    const used = (async () => {
      await client.connect(transport);
      return await work(client);
    })();
    return await Promise.race([used, over]);
  } finally {
    clearTimeout(timer);
    client.close().catch(() => {});
  }
}

type Listed = Awaited<ReturnType<Client['listTools']>>['tools'][number];

const toListed = ({ name, title, description, inputSchema, outputSchema, annotations }: Listed): ListedTool => ({
  ...{ name, inputSchema, outputSchema },
  title: title ?? annotations?.title ?? '',
  description: description ?? '',
  readOnlyHint: annotations?.readOnlyHint === true,
});

function whyOf({ failure, answer, isTooLarge }: Seen): ToolsFailure {
  if (failure) return failure.reason === 'forbidden' ? 'forbidden' : 'unreachable';
  if (isTooLarge) return 'too_large';
  const status = answer?.status ?? 0;
  if (status === 401 || status === 403) return 'refused';
  if (status >= 300 && status < 400) return 'elsewhere';
  return status >= 500 || answer?.end === 'timeout' ? 'unreachable' : 'no_mcp';
}

type Said = Awaited<ReturnType<Client['callTool']>>;

/** What a tool said, cut to what is kept of it. Pictures, sounds and links to files are no text and are left out. */
function toAnswer({ content, structuredContent, isError }: Said): CallAnswer {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const structured = JSON.stringify(structuredContent ?? null);
  const hasRoom = Buffer.byteLength(structured) <= limits.toolResultBytesMax;
  return answerWith(isError ? 422 : 200, {
    text: firstBytes(text),
    structured: hasRoom ? (structuredContent ?? null) : null,
  });
}

const answerWith = (status: number, said: object): CallAnswer => ({
  ...{ status, contentType: 'application/json', end: 'whole' },
  text: JSON.stringify(said),
});

/** Without a part of a character at its end. */
function firstBytes(text: string): string {
  const all = new TextEncoder().encode(text);
  if (all.length <= limits.toolResultBytesMax) return text;
  return new TextDecoder().decode(all.subarray(0, limits.toolResultBytesMax)).replace(/\uFFFD+$/, '');
}

/** Where the tool was reached and gave no result, as a status says it: from 500 on nobody knows what it did. */
function outcomeOf(error: unknown, seen: Seen, host: string): CallOutcome {
  const { failure, answer, toolAnswer, isTooLarge } = seen;
  if (failure) return { answer: null, failure };
  const late: CallOutcome = {
    answer: null,
    failure: { reason: 'unanswered', message: `${host} did not answer in time.` },
  };
  if (!toolAnswer && seen.isCalled) return late;
  if (!toolAnswer) {
    const said = answer ? ` (it answered ${answer.status})` : '';
    return {
      answer: null,
      failure: { reason: 'unsent', message: `${host} did not take part in the protocol${said}.` },
    };
  }
  if (toolAnswer.end === 'timeout' || toolAnswer.end === 'cut') return late;
  if (ProtocolError.isInstance(error))
    return {
      answer: answerWith(REFUSALS.has(error.code) ? 400 : 500, { text: firstBytes(error.message) }),
      failure: null,
    };
  const { status } = toolAnswer;
  if (status < 200 || status > 299) return { answer: answerWith(status, { text: '' }), failure: null };
  const problem = isTooLarge ? 'The answer is larger than 256 kB.' : 'This is no answer of a tool.';
  return { answer: answerWith(502, { text: problem }), failure: null };
}
