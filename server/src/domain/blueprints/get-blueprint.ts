import { missingSlots, slotsIn } from '@antiphon/contract/blueprint-parts';
import type { Blueprint, BlueprintLink } from '@antiphon/contract/blueprints';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { readSettings } from '../agents/agents.rules.ts';
import { findCopies } from '../agents/get-agent.ts';
import { can, type Member } from '../identity/identity.policy.ts';
import { countLinks, findLink, findLocked, findOldestApplied, listLinks } from './blueprints.queries.ts';
import { readNewestPush } from './get-push.ts';
import { listOverrides } from './merge-settings.rules.ts';

type Deps = { database: Database; systemScope: SystemScope };

/** An agent as one that others follow, or as one that follows. */
export async function getBlueprint(deps: Deps, member: Member, id: AgentId): Promise<Blueprint> {
  const { scope } = member;
  const { blueprint, follows } = await deps.database.transaction(scope, async (tx) => {
    const own = (await findCopies(tx, scope, id)) ?? fail('not_found');
    const found = {
      links: await countLinks(tx, scope, id),
      publishedVersion: own.publishedVersion,
      oldestVersion: await findOldestApplied(tx, scope, id),
      slots: own.published ? slotsIn(own.published) : [],
      locked: await findLocked(tx, scope, id),
    };
    return { blueprint: found, follows: await findFollowed(tx, scope, own) };
  });
  const push = await readNewestPush(deps, scope, id);
  const may = { mayWrite: can(member, 'agents.write'), mayPush: can(member, 'agents.publish') };
  return { ...blueprint, push, follows, ...may };
}

/** Null as well where what it follows lies in the trash. */
async function findFollowed(
  tx: Tx,
  scope: Scope,
  { id, draft }: NonNullable<Awaited<ReturnType<typeof findCopies>>>,
): Promise<Blueprint['follows']> {
  const link = await findLink(tx, scope, id);
  const followed = link && (await findCopies(tx, scope, link.blueprintId));
  if (!followed) return null;
  const base = readSettings(link.base);
  return {
    blueprintId: link.blueprintId,
    title: followed.draft.title,
    appliedVersion: link.appliedVersion,
    publishedVersion: followed.publishedVersion,
    base,
    overrides: listOverrides(base, draft),
  };
}

export async function listBlueprintLinks(
  deps: Pick<Deps, 'database'>,
  scope: Scope,
  { id, cursor, limit }: { id: AgentId; cursor?: string | undefined; limit: number },
): Promise<{ items: BlueprintLink[]; nextCursor: string | null }> {
  const after = readCursor(cursor);
  const { rows, published } = await deps.database.transaction(scope, async (tx) => {
    const own = (await findCopies(tx, scope, id)) ?? fail('not_found');
    return { rows: await listLinks(tx, scope, id, { after, limit: limit + 1 }), published: own.published };
  });
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? shown.at(-1) : undefined;
  const items = shown.map(({ link, title, image, draft, publishedVersion, last }): BlueprintLink => {
    const settings = readSettings(draft);
    return {
      ...{ agentId: link.agentId, title, roundedImageURL: image, appliedVersion: link.appliedVersion },
      appliedAt: link.appliedAt.toISOString(),
      slots: link.slots,
      missingSlots: published ? missingSlots(published, link.slots) : [],
      overrides: listOverrides(readSettings(link.base), settings).length,
      isPublished: publishedVersion !== null,
      lastPush: last && { state: last.state, reason: last.reason, at: last.settledAt?.toISOString() ?? null },
    };
  });
  return { items, nextCursor: end ? writeCursor(end.link.createdAt, end.link.agentId) : null };
}
