import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createAgent, type Owner, signUp } from '../factories/api-factory.ts';
import { definitionOf } from '../factories/function-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startLoopbackSite } from '../harness/loopback-site.ts';

/** Something inside that the operator trusts for one purpose. */
const inside = await startLoopbackSite({ '/': '<p>What only the operator may see.</p>' });
afterAll(() => inside.close());

const callOf = (origin: string) => definitionOf({ request: { method: 'GET', origin, path: '/orders/{order}' } });

test.each(await openJourneyDatabases())(
  'what is trusted for one purpose is shut for the others, on $name',
  async ({ database }) => {
    const asModel = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: inside.pair });
    const asSite = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW_SITES: inside.pair });
    const owner = await signUp(asModel);
    const agentId = await createAgent(asModel, owner);
    const statuses = async (api: typeof asModel, { uid, key: caller }: Owner) => {
      const post = async (path: string, body: unknown) => (await api.call('POST', path, { caller, body })).status;
      const browser = createECDH('prime256v1');
      browser.generateKeys();
      const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
      return {
        knowledge: await post(`/v2/agents/${agentId}/knowledge`, { kind: 'url', url: inside.url() }),
        webhook: await post(`/v2/workspaces/${uid}/webhook`, {
          endpoint: inside.url(),
          subscribedEvents: ['lead_created'],
        }),
        push: (
          await api.call('POST', `/v2/workspaces/${uid}/notifications/push`, {
            caller: owner.caller,
            body: { endpoint: inside.url(), keys },
          })
        ).status,
        function: await post(`/v2/workspaces/${uid}/functions`, callOf(inside.url().replace(/\/$/, ''))),
        model: await post(`/v2/workspaces/${uid}/credentials`, {
          provider: 'openai-compatible',
          label: 'Inside',
          secret: 'sk-0123456789',
          baseURL: inside.url('/v1'),
        }),
      };
    };
    expect(await statuses(asModel, owner)).toEqual({
      ...{ knowledge: 400, webhook: 400, push: 400, function: 400 },
      model: 201,
    });
    expect(inside.visits).toEqual([]);
    expect(await statuses(asSite, owner)).toMatchObject({
      ...{ knowledge: 201, webhook: 200, push: 200, function: 201 },
      model: 400,
    });
    await asModel.stop();
    await asSite.stop();
  },
);
