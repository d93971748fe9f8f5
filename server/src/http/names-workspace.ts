import type { WorkspaceUid } from '@antiphon/contract/ids';
import { bearerOf } from './procedures.ts';

/** For whom a request seems to be, before anybody has looked: whoever is asked finds out. */
export type SeemingOwner =
  | { kind: 'workspace'; key: WorkspaceUid }
  | { kind: 'key' | 'agent' | 'conversation'; key: string };

/** What is about people and no workspace, whatever else the request says. */
const OF_PEOPLE = /^\/(v2\/(me|users\/me|workspaces)|auth|events|outbox|public\/sign-in-options)(\/|$)/;
const OF_WORKSPACE =
  /^\/(?:(?:no-auth|v2)\/workspaces|workspace|public\/users|stripe\/connect\/get-account-id)\/([\w-]{1,64})(?:\/|$)/;
const OF_AGENT = /^\/(?:v2\/)?(?:public\/)?agents\/(\w{1,64})(?:\/|$)/;
const OF_CONVERSATION = /^\/public\/conversations\/(\w{1,64})(?:\/|$)/;

/** `path` without the region. `host`: whose host was called. */
export function seemingOwner(path: string, headers: Headers, host: WorkspaceUid | null): SeemingOwner | null {
  if (host) return { kind: 'workspace', key: host };
  const uid = OF_WORKSPACE.exec(path)?.[1];
  if (uid) return { kind: 'workspace', key: uid as WorkspaceUid };
  if (OF_PEOPLE.test(path)) return null;
  const secret = bearerOf(headers);
  if (secret && /^(vg|ak)_/.test(secret)) return { kind: 'key', key: secret };
  const isPublic = !path.startsWith('/v2/') || path.startsWith('/v2/public/');
  const agent = isPublic && OF_AGENT.exec(path)?.[1];
  if (agent) return { kind: 'agent', key: agent };
  const conversation = OF_CONVERSATION.exec(path)?.[1];
  if (conversation) return { kind: 'conversation', key: conversation };
  const named = headers.get('x-workspace');
  return named ? { kind: 'workspace', key: named.slice(0, 64) as WorkspaceUid } : null;
}
