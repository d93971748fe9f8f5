import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { listTemplates } from '../channels/choose-template.ts';
import { listGroups } from '../leads/lead-groups.ts';
import { mayApprove } from './campaigns.policy.ts';
import type { WakeCampaigns } from './campaigns.ports.ts';
import { listCampaigns, listRecipients, listSenders, readCampaign } from './list-campaigns.ts';
import { previewRecipients } from './preview-recipients.ts';
import { recordConsents, refuseNumber } from './record-consents.ts';
import { createCampaign, deleteCampaign, updateCampaign } from './save-campaign.ts';
import { sendTest } from './send-test.ts';
import { pauseCampaign, startCampaign, stopCampaign } from './start-campaign.ts';

type Deps = {
  database: Database;
  secretKey: string;
  campaignRuns: WakeCampaigns;
  channels: Channels;
};

const { campaigns } = dashboardProcedure({ page: '/campaigns', of: 'agent' });
const done = { success: true as const };
const namedIn = ({ id: agentId, campaignId }: { id: Named['agentId']; campaignId: Named['campaignId'] }) => ({
  agentId,
  campaignId,
});
type Named = Parameters<typeof readCampaign>[2];

export const campaignsRoutes = (deps: Deps) => ({
  list: campaigns.list.handler(async ({ context, input }) => ({
    items: await listCampaigns(deps, context.scope, input.id),
    mayApprove: mayApprove(context.member),
  })),
  listSenders: campaigns.listSenders.handler(async ({ context, input }) => ({
    items: await listSenders(deps, context.scope, input.id),
  })),
  listTemplates: campaigns.listTemplates.handler(async ({ context, input: { id: agentId, connectionId } }) => ({
    items: await listTemplates(deps, context.scope, { agentId, connectionId }),
  })),
  listGroups: campaigns.listGroups.handler(async ({ context, input }) => ({
    items: await listGroups(deps, context.scope, input.id),
  })),
  create: campaigns.create.handler(({ context, input: { id: agentId, ...given } }) =>
    createCampaign(deps, context.member, { agentId, ...given }),
  ),
  get: campaigns.get.handler(({ context, input }) => readCampaign(deps, context.scope, namedIn(input))),
  update: campaigns.update.handler(({ context, input: { id: agentId, campaignId, ...given } }) =>
    updateCampaign(deps, context.member, { agentId, campaignId }, given),
  ),
  delete: campaigns.delete.handler(async ({ context, input }) => {
    await deleteCampaign(deps, context.member, namedIn(input));
    return done;
  }),
  preview: campaigns.preview.handler(({ context, input }) => previewRecipients(deps, context.scope, namedIn(input))),
  listRecipients: campaigns.listRecipients.handler(({ context, input: { id: agentId, campaignId, ...query } }) =>
    listRecipients(deps, context.scope, { agentId, campaignId }, query),
  ),
  start: campaigns.start.handler(({ context, input }) => startCampaign(deps, context.member, namedIn(input))),
  pause: campaigns.pause.handler(({ context, input }) => pauseCampaign(deps, context.member, namedIn(input))),
  stop: campaigns.stop.handler(({ context, input }) => stopCampaign(deps, context.member, namedIn(input))),
  test: campaigns.test.handler(async ({ context, input }) => {
    await sendTest(deps, context.member, { ...namedIn(input), number: input.number });
    return done;
  }),
  recordConsent: campaigns.recordConsent.handler(async ({ context, input: { id, ...given } }) => ({
    recorded: await recordConsents(deps, context.member, id, given),
  })),
  refuse: campaigns.refuse.handler(async ({ context, input: { id, ...given } }) => {
    await refuseNumber(deps, context.member, id, given);
    return done;
  }),
});
