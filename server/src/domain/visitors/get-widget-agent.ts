import type { AgentEnvironment } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { chooseLanguage, speakIn } from '@antiphon/contract/visitor-texts';
import type { WidgetAgent } from '@antiphon/contract/visitors';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { CleanCss } from '../agents/agents.ports.ts';
import { findEnvironment, getAnsweringSettings } from '../agents/get-agent.ts';
import { cleanPublishedCss, findCleanCss } from '../agents/published-agent.ts';
import { monthOf } from '../billing/calendar.rules.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { getAgentMonth } from '../billing/get-agent-month.ts';
import { getBalance, getPayer } from '../billing/get-balance.ts';
import { hasEverPaid } from '../workspaces/get-workspace.ts';
import { countLoad, sumMonthlyMessages } from './visitors.queries.ts';
import { dayOf, toWidgetAgent } from './widget-agent.rules.ts';

type Deps = { database: Database };

/** In the language of the visitor: `page` as their page says, `accepted` as their browser does. Fails with `agent_not_published`. */
export async function getWidgetAgent(
  deps: Deps & { cleanCss: CleanCss },
  scope: Scope,
  agentId: AgentId,
  { page, accepted, environment: asked }: { page: string; accepted: string; environment: AgentEnvironment },
): Promise<WidgetAgent> {
  const { environment, settings, css } = await deps.database.transaction(scope, async (tx) => {
    const found = await findEnvironment(tx, scope, agentId, asked);
    return {
      environment: found,
      settings: await getAnsweringSettings(tx, scope, agentId, found),
      css: await findCleanCss(tx, scope, agentId, found),
    };
  });
  const customCss = css ?? (await cleanPublishedCss(deps, scope, agentId, environment));
  const lang = chooseLanguage(settings, page, accepted);
  return toWidgetAgent(
    { ID: agentId, ownerID: scope.workspaceUid, environment },
    speakIn(settings, lang),
    customCss,
    lang,
  );
}

/** False when the next message would be refused: a limit of the agent is reached, or it is not published. */
export async function canContinue(deps: Deps, scope: Scope, agentId: AgentId): Promise<boolean> {
  return deps.database.transaction(scope, async (tx) => {
    const { limits } = await getAnsweringSettings(tx, scope, agentId, 'live');
    const month = await getAgentMonth(tx, scope, agentId, new Date());
    const isUnderMessages = limits.messagesLimit === null || month.messages < limits.messagesLimit;
    const isUnderCredits =
      limits.monthlyCredits === null || month.spentMicro + month.heldMicro < fromCredits(limits.monthlyCredits);
    return isUnderMessages && isUnderCredits;
  });
}

/** Has who pays for the agent (without one: the owner) at least one credit that is not set aside, and did the owner ever pay? */
export async function checkCredits(
  deps: Deps,
  scope: Scope,
  agentId: AgentId | null,
): Promise<{ continue: boolean; hasEverPaid: boolean }> {
  return deps.database.transaction(scope, async (tx) => {
    const payer = agentId && (await getPayer(tx, scope, agentId));
    const { balanceMicro, heldMicro } = await getBalance(tx, scope, payer);
    return { continue: balanceMicro - heldMicro >= fromCredits(1), hasEverPaid: await hasEverPaid(tx, scope) };
  });
}

export async function recordLoad(deps: Deps, scope: Scope, agentId: AgentId): Promise<{ monthlyMessages: number }> {
  const now = new Date();
  return deps.database.transaction(scope, async (tx) => {
    await getAnsweringSettings(tx, scope, agentId, 'live');
    await countLoad(tx, scope, agentId, dayOf(now));
    return { monthlyMessages: await sumMonthlyMessages(tx, scope, agentId, monthOf(now)) };
  });
}
