import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type CallToolResult, createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';

export type ServedTool = Omit<Tool, 'inputSchema'> & {
  inputSchema?: object;
  /** `cut`: the connection ends without an answer, after the tool did its work. */
  run?: (given: Record<string, unknown>) => CallToolResult | 'cut';
};
export type ToolCalled = { name: string; given: Record<string, unknown>; headers: Record<string, string> };

export const says = (text: string, structuredContent?: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structuredContent ? { structuredContent } : {}),
});

/**
 * A real server of the Model Context Protocol, of its official SDK, on a free port of loopback. `tools` may be changed while it runs;
 * where `token` is set, whoever does not bring it is turned away, and told where to sign in: at `metadata`.
 */
export async function startMcpServer(
  tools: ServedTool[],
  options: { responseMode?: 'auto' | 'sse' | 'json'; token?: string; metadata?: string } = {},
) {
  const service = { tools, calls: [] as ToolCalled[], requests: [] as { method: string; headers: Headers }[] };
  let cutOff = false;
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const server = new Server({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({
        tools: service.tools.map(
          ({ run: _run, inputSchema, ...tool }): Tool => ({
            ...tool,
            inputSchema: { type: 'object', ...inputSchema },
          }),
        ),
      }));
      server.setRequestHandler('tools/call', ({ params }) => {
        const given = params.arguments ?? {};
        service.calls.push({
          ...{ name: params.name, given },
          headers: Object.fromEntries(requestInfo?.headers ?? []),
        });
        const said = service.tools.find(({ name }) => name === params.name)?.run?.(given) ?? says('done');
        if (said !== 'cut') return said;
        cutOff = true;
        return says('never arrives');
      });
      return server;
    },
    { responseMode: options.responseMode ?? 'auto' },
  );
  const listener = getRequestListener(async (request) => {
    service.requests.push({ method: request.method, headers: request.headers });
    if (options.token && request.headers.get('authorization') !== `Bearer ${options.token}`)
      return new Response('{}', {
        status: 401,
        headers: { 'www-authenticate': `Bearer resource_metadata="${options.metadata ?? ''}"` },
      });
    return handler.fetch(request);
  });
  const server = createServer((request, response) => {
    const write = response.writeHead.bind(response);
    response.writeHead = ((...head: Parameters<typeof write>) => {
      if (!cutOff) return write(...head);
      cutOff = false;
      request.socket.destroy();
      return response;
    }) as typeof response.writeHead;
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    pair,
    origin: `http://${pair}`,
    url: `http://${pair}/mcp`,
    async close() {
      server.closeAllConnections();
      await handler.close();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
