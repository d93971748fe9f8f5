import type { RecipientState } from '@antiphon/contract/campaign-words';
import { CallId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { textFor } from '../campaigns/message-part.ts';
import type { CampaignMessages } from '../channel-threads/campaign-messages.ports.ts';
import type { SentState } from '../channels/channels.ports.ts';
import { addressMark } from '../consents/consents.rules.ts';
import { linkLead } from '../lead-capture/link-lead.ts';
import { findLeadName } from '../leads/find-lead-name.ts';
import {
  type AttemptRow,
  findAttempt,
  findLastText,
  findRun,
  findTextFrom,
  noteAttempt,
  raiseRecipient,
} from './campaign-runs.queries.ts';
import { endText } from './finish-text.ts';

const MARK = 'campaign:';
/** What its provider gives back with what it tells of a message. */
export const textRefOf = (id: CallId): string => `${MARK}${id}`;

/** So long after a message what somebody says is said to it. */
const ANSWERED_MS = 7 * 24 * 60 * 60_000;

type Raise = { from: readonly RecipientState[]; to: RecipientState };
/** A state only rises: what arrived did not fail, in whichever order it is told. Who took themselves off stays off. */
const RAISES: Record<SentState, Raise> = {
  sent: { from: ['unsure'], to: 'sent' },
  failed: { from: ['unsure', 'sent'], to: 'failed' },
  delivered: { from: ['unsure', 'sent', 'failed'], to: 'delivered' },
  read: { from: ['unsure', 'sent', 'failed', 'delivered'], to: 'read' },
};

/** What is told of campaigns' messages where channels are told of theirs. */
export function makeCampaignMessages({ secretKey }: { secretKey: string }): CampaignMessages {
  const markOf = (scope: Scope, address: string) => addressMark(secretKey, scope.workspaceUid, address);
  return {
    async told(tx, scope, { ref, id: vendorId, state, problem }) {
      if (!ref.startsWith(MARK)) return false;
      const { data: id } = CallId.safeParse(ref.slice(MARK.length));
      const attempt = id && (await findAttempt(tx, scope, id));
      if (!attempt) return true;
      // This may come before the answer to whoever sent it: whoever tells of it has it.
      await endText(tx, scope, attempt.id, { outcome: 'sent', vendorId }, new Date());
      await noteAttempt(tx, scope, attempt.id, { vendorId });
      await raise(tx, scope, attempt, RAISES[state], state === 'failed' ? (problem ?? 'refused') : '');
      return true;
    },
    async refused(tx, scope, { kind, address }) {
      const since = new Date(Date.now() - ANSWERED_MS);
      const attempt = await findLastText(tx, scope, { kind, mark: markOf(scope, address), since });
      if (attempt)
        await raise(
          tx,
          scope,
          attempt,
          { from: ['sent', 'delivered', 'read', 'failed'], to: 'opted_out' },
          'opted_out',
        );
    },
    async findAnswered(tx, scope, { kind, connectionId, address }) {
      const since = new Date(Date.now() - ANSWERED_MS);
      const attempt = await findTextFrom(tx, scope, { kind, connectionId, mark: markOf(scope, address), since });
      const campaign = attempt && (await findRun(tx, scope, attempt.campaignId));
      if (!campaign) return null;
      const name = campaign.template ? await findLeadName(tx, scope, attempt.leadId) : '';
      return { id: attempt.id, text: textFor(campaign, { name }), at: attempt.begunAt };
    },
    async answered(tx, scope, id, conversationId) {
      const attempt = await noteAttempt(tx, scope, id, { conversationId });
      if (attempt) await linkLead(tx, scope, attempt.leadId, conversationId);
    },
  };
}

async function raise(tx: Tx, scope: Scope, attempt: AttemptRow, { from, to }: Raise, problem: string) {
  if (await raiseRecipient(tx, scope, attempt, from, to)) await noteAttempt(tx, scope, attempt.id, { problem });
}
