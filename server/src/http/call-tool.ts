import { permissionOfScope } from '@antiphon/contract/access-keys';
import { Failure, fail } from '@antiphon/contract/errors';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallProcedure } from './call-procedure.ts';
import type { KeyedMember, RequestContext } from './context.ts';
import { toAnswer } from './error-body.ts';
import type { Asker } from './mcp-key.ts';
import { takeRate } from './procedures.ts';
import type { Tool } from './tool.ts';

/** Of one key. Each call is counted before it is made, in the write that allows it. */
const TOOLS_A_MINUTE = 120;
const CHANGES_A_MINUTE = 30;

/** A model reads all of it. Tools keep below by themselves; this is for what nobody thought of. */
export const ANSWER_BYTES_MAX = 16 * 1024;

export type ToolCall = { name: string; tool: Tool; given: unknown };

/** What a tool answers, or the code and sentence of why it does not, as a result that a model reads. */
export async function callTool(
  { context, asker, callAs }: { context: RequestContext; asker: Asker; callAs(as: RequestContext): CallProcedure },
  { tool, given }: ToolCall,
): Promise<CallToolResult> {
  try {
    if (!asker.scopes.includes(tool.scope))
      fail('forbidden', { message: `This key does not have the scope ${tool.scope}.` });
    await takeRate(context, [
      { key: `program-tool:${asker.accessKeyId}`, max: TOOLS_A_MINUTE, windowSeconds: 60 },
      ...(tool.effect === 'none'
        ? []
        : [{ key: `program-change:${asker.accessKeyId}`, max: CHANGES_A_MINUTE, windowSeconds: 60 }]),
    ]);
    const input = tool.input.safeParse(given ?? {});
    if (!input.success) throw toFailure(input.error.issues);
    const call = callAs({ ...context, keyed: narrowed(asker, tool) });
    const text = JSON.stringify(await tool.run({ call, uid: asker.workspaceUid }, input.data as never));
    if (Buffer.byteLength(text) > ANSWER_BYTES_MAX)
      fail('too_large', { message: 'The answer is too long. Ask for less.' });
    return { content: [{ type: 'text', text }] };
  } catch (error) {
    const { body } = toAnswer(error, context.requestId, context.log);
    return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
  }
}

/** The person with the one permission that the tool is about, where they still have it, and no other. */
function narrowed({ accessKeyId, workspaceUid, userId, permissions }: Asker, { scope }: Tool): KeyedMember {
  const needed = permissionOfScope[scope];
  return { accessKeyId, workspaceUid, userId, permissions: permissions.filter((one) => one === needed) };
}

function toFailure(found: readonly { path: PropertyKey[]; message: string }[]): Failure {
  const issues = found.slice(0, 20).map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = issues;
  return new Failure('invalid_input', first ? `${first.path}: ${first.message}` : 'Not valid.', issues);
}
