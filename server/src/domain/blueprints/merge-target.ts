import { AgentSettings } from '@antiphon/contract/agents';
import { fillSlots, missingSlots } from '@antiphon/contract/blueprint-parts';
import type { Override } from '@antiphon/contract/blueprints';
import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { readSettings } from '../agents/agents.rules.ts';
import { demandFlow } from '../functions/demand-flow.ts';
import type { LinkRow } from './blueprints.queries.ts';
import { mergeSettings } from './merge-settings.rules.ts';
import type { PushRow } from './pushes.queries.ts';

type Target = { push: PushRow; link: LinkRow; draft: AgentSettings };

export type MergedTarget = {
  /** What the blueprint says for this agent: the base of the next push. */
  next: AgentSettings;
  settings: AgentSettings;
  kept: Override[];
  overwritten: Override[];
  /** Slots without a value: nothing may be written. */
  missing: string[];
};

/** An agent's working copy with what a push brings. Fails with `invalid_input` where the two together break a limit of settings. */
export function mergeTarget({ push, link, draft }: Target): MergedTarget {
  const pushed = readSettings(push.settings);
  const next = fillSlots(pushed, link.slots);
  const base = readSettings(link.base);
  const { settings, ...rest } = mergeSettings({ base, next, current: draft, locked: push.locked });
  const parsed = AgentSettings.safeParse(settings);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ['settings', ...path].join('.'),
      message,
    }));
    fail('invalid_input', { issues, ...(issues[0] ? { message: `${issues[0].path}: ${issues[0].message}` } : {}) });
  }
  return { next, settings: parsed.data, ...rest, missing: missingSlots(pushed, link.slots) };
}

/**
 * Fails with `invalid_input` where visitors would get stuck in the merged flow. In a working copy people may be in the middle of
 * something: where they were stuck before, only publishing is refused.
 */
export async function demandMergedFlow(
  tx: Tx,
  scope: Scope,
  { before, after, publishes }: { before: AgentSettings; after: AgentSettings; publishes: boolean },
): Promise<void> {
  if (!publishes && (await isStuck(tx, scope, before))) return;
  await demandFlow(tx, scope, after);
}

const isStuck = (tx: Tx, scope: Scope, settings: AgentSettings) =>
  demandFlow(tx, scope, settings).then(
    () => false,
    () => true,
  );
