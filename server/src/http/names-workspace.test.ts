import type { WorkspaceUid } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { seemingOwner } from './names-workspace.ts';

const of = (path: string, headers: Record<string, string> = {}, host: string | null = null) => {
  const seems = seemingOwner(path, new Headers(headers), host as WorkspaceUid | null);
  return seems && `${seems.kind} ${seems.key}`;
};
const key = { authorization: 'Bearer vg_0123456789abcdefg' };
const named = { 'x-workspace': 'chosen' };

test('sees for whom a request seems to be, by the host, the path, the key, what the widget names, and the header', () => {
  expect(of('/v2/me', named, 'agency')).toBe('workspace agency');
  expect(of('/v2/workspaces/some/agents', key)).toBe('workspace some');
  expect(of('/no-auth/workspaces/some/invite')).toBe('workspace some');
  expect(of('/v2/agents/agt_1', key)).toBe('key vg_0123456789abcdefg');
  expect(of('/v2/agents/agt_1', named)).toBe('workspace chosen');
  expect(of('/public/agents/agt_1/conversations', named)).toBe('agent agt_1');
  expect(of('/agents/agt_1/analytics')).toBe('agent agt_1');
  expect(of('/v2/public/agents/agt_1/usage')).toBe('agent agt_1');
  expect(of('/public/conversations/cnv_1/messages', { authorization: 'Bearer vt_0123456789' })).toBe(
    'conversation cnv_1',
  );
  expect(of('/public/users/some/check-credits')).toBe('workspace some');
  expect(of('/rpc/uploadFile')).toBeNull();
});

test('gives what is about people to nobody’s workspace', () => {
  for (const path of ['/v2/me', '/v2/users/me/sessions', '/v2/workspaces', '/auth/sign-in', '/public/sign-in-options'])
    expect(of(path, { ...key, ...named }), path).toBeNull();
});
