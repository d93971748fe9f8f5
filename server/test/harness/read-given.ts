import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What a stand-in was called with: JSON, or a form with its files; anything else is no parameter. */
export async function readGiven(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return JSON.parse(bytes.toString()) as Record<string, unknown>;
  if (!type.startsWith('multipart/form-data')) return bytes.length > 0 ? { [type]: bytes.toString() } : {};
  const given: Record<string, unknown> = {};
  for (const [name, value] of await new Response(bytes, { headers: { 'content-type': type } }).formData())
    given[name] =
      typeof value === 'string'
        ? value
        : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };
  return given;
}
