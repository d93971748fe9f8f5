import { fail } from '@antiphon/contract/errors';
import type { InboxSettings, InboxView } from '@antiphon/contract/handoffs';
import type { Database, Tx } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, can, demand, type Member } from '../identity/identity.policy.ts';
import { readDesk } from '../orgs/read-desk.ts';
import { orgOf } from './operators.policy.ts';
import { findInboxSettings, upsertInboxSettings } from './operators.queries.ts';

type Deps = { database: Database };

const DEFAULTS: InboxSettings = { predefinedTags: [], onlyPredefinedTags: false };

export const getInboxView = (deps: Deps, member: Member): Promise<InboxView> =>
  deps.database.transaction(member.scope, (tx) => readInboxView(tx, member));

/** The same in the caller's transaction: of a client what their org wants, of everybody else what the workspace has. */
export async function readInboxView(tx: Tx, member: Member): Promise<InboxView> {
  const { scope } = member;
  const orgId = orgOf(member);
  if (orgId === '') {
    const settings = (await findInboxSettings(tx, scope)) ?? DEFAULTS;
    const canSave = can(member, 'conversations.reply');
    return { ...settings, canSave, hasCanned: true, isContinuous: false, mayTakeOver: true };
  }
  const { predefinedTags, disallowAnyTags, disableHandoff, settings } = await readDesk(tx, scope, orgId);
  return {
    predefinedTags,
    onlyPredefinedTags: disallowAnyTags,
    canSave: false,
    hasCanned: settings.enableCannedResponses,
    isContinuous: settings.continousSessionUI,
    mayTakeOver: !disableHandoff,
  };
}

/** Each tag once, in the given order. Those of an org are saved with the org. */
export function saveInboxSettings(deps: Deps, member: Member, given: InboxSettings): Promise<InboxSettings> {
  demand(member, 'conversations.reply');
  const settings = { ...given, predefinedTags: [...new Set(given.predefinedTags)] };
  return deps.database.transaction(member.scope, async (tx) => {
    await upsertInboxSettings(tx, member.scope, settings);
    const act = { action: 'inbox.settings', target: member.scope.workspaceUid };
    await recordAudit(tx, member.scope, { actor: actorOf(member), ...act });
    return settings;
  });
}

/**
 * Fails with `invalid_input` for a tag that is not predefined, where no others are allowed. What stands on the conversation
 * already may stay: others put it there by their own rules.
 */
export async function demandTags(
  tx: Tx,
  member: Member,
  tags: readonly string[],
  standing: readonly string[],
): Promise<void> {
  const { onlyPredefinedTags, predefinedTags } = await readInboxView(tx, member);
  if (!onlyPredefinedTags) return;
  const strange = tags.find((tag) => !predefinedTags.includes(tag) && !standing.includes(tag));
  if (strange !== undefined)
    fail('invalid_input', { issues: [{ path: 'tags', message: `Only predefined tags are allowed: not ${strange}.` }] });
}
