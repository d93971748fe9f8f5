import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';

export type Route = { path?: string; inputStructure?: 'compact' | 'detailed' };
/** What of a client's the input names; null is: nothing of the kind. */
export type Named = { uid: WorkspaceUid | null; agentId: AgentId | null; conversationId: ConversationId | null };

/**
 * By the route and never by the input's own shape: a body that holds `params` is still a body. What the path names cannot be
 * replaced by a query or body of that name.
 */
export function namedIn(
  { path = '', inputStructure }: Route,
  of: 'agent' | 'conversation' | 'list',
  input: unknown,
): Named {
  const inPath = (...names: string[]) => names.find((name) => path.includes(`{${name}}`));
  const read = (name: string) => {
    if (inputStructure !== 'detailed') return textField(input, name);
    const { params, query, body } = (input ?? {}) as Record<string, unknown>;
    return inPath(name) ? textField(params, name) : (textField(query, name) ?? textField(body, name));
  };
  const agent = of === 'list' ? 'agentId' : (inPath('agentId', 'id', 'ID') ?? 'agentId');
  return {
    uid: read('uid') as WorkspaceUid | null,
    agentId: read(agent) as AgentId | null,
    conversationId: read(inPath('conversationId', 'id') ?? 'conversationId') as ConversationId | null,
  };
}

/** Of an input that was not validated yet. */
export function textField(input: unknown, name: string): string | null {
  const value = (input as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value.length > 0 && value.length <= 64 ? value : null;
}
