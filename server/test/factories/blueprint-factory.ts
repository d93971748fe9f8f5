import type { AgentSettings } from '@antiphon/contract/agents';
import type { BlueprintPush, PushTarget } from '@antiphon/contract/blueprints';
import { until } from '../harness/api.ts';
import { type Api, createAgent, type Owner, ok, publish } from './api-factory.ts';

/** A published blueprint and what is done with it, over the API. */
export async function openBlueprint(api: Api, owner: Owner, change: (settings: AgentSettings) => AgentSettings) {
  const id = await createAgent(api, owner, change);
  await publish(api, owner, id);
  const call = (method: string, path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });
  const get = async (path: string) => ok(await call('GET', path));
  const at = `/v2/agents/${id}/blueprint`;
  const read = (agentId: string) => get(`/v2/agents/${agentId}`);
  return {
    id,
    at,
    call,
    get,
    read,
    /** Saves an agent's working copy, otherwise than it was. */
    async edit(agentId: string, edit: (settings: AgentSettings) => AgentSettings, isPublished = false) {
      const { settings, draftRevision } = await read(agentId);
      ok(await call('POST', `/v2/agents/${agentId}`, { settings: edit(settings), draftRevision }));
      if (isPublished) await publish(api, owner, agentId);
    },
    async follow(title: string, slots: Record<string, string> = {}, isPublished = false): Promise<string> {
      const { agentId } = ok(await call('POST', `${at}/agents`, { title, slots }));
      if (isPublished) await publish(api, owner, agentId);
      return agentId;
    },
    push: async (body: object): Promise<BlueprintPush> => ok(await call('POST', `${at}/pushes`, body)),
    pushed: (pushId: string, withinMs = 30_000): Promise<BlueprintPush> =>
      until(
        () => get(`${at}/pushes/${pushId}`),
        ({ state }) => state !== 'running' && state !== 'undoing',
        withinMs,
      ),
    async targets(pushId: string): Promise<Map<string, PushTarget>> {
      const found = new Map<string, PushTarget>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { items: PushTarget[]; nextCursor: string | null } = await get(
          `${at}/pushes/${pushId}/agents?limit=20${cursor && `&cursor=${cursor}`}`,
        );
        for (const target of page.items) found.set(target.agentId, target);
        cursor = page.nextCursor;
      }
      return found;
    },
  };
}
