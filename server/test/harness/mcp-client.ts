import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export type Era = 'legacy' | 'modern';
/** What a tool answered: its JSON, and whether it is an error. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
export type ToolAnswer = { isError: boolean; body: any; text: string };

/** The official client, as an assistant has it, with a key and in the protocol of an era. */
export async function openMcpClient(url: string, key: string, era: Era = 'modern') {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    client,
    async names(): Promise<string[]> {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    async call(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const [first] = content as { type: string; text: string }[];
      const text = first?.text ?? '';
      return { isError, text, body: JSON.parse(text) };
    },
    close: () => client.close(),
  };
}

/** One request without a client, in the old protocol: what comes back over HTTP, whatever it is. */
export const postMcp = (url: string, { key, body, headers }: { key?: string; body: BodyInit; headers?: HeadersInit }) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...headers,
    },
    body,
  });
