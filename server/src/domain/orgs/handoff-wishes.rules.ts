import type { AgentSettings } from '@antiphon/contract/agents';
import type { OrgSettings } from '@antiphon/contract/orgs';

/** What one org wants of people who take over at its agents. */
export type HandoffWish = {
  disableHandoff: boolean;
  settings: Pick<OrgSettings, 'smartHandoff' | 'disableHandoffMessages'>;
};

/**
 * An agent's handoff as all orgs that see it allow it: the strictest counts. One that disables it, and nobody is offered; one
 * that does not want it smart, and the agent asks for nobody by itself; one that wants no messages, and nobody is announced.
 */
export function restrictHandoff<Handoff extends AgentSettings['handoff']>(
  handoff: Handoff,
  orgs: readonly HandoffWish[],
): Handoff & { announces: boolean } {
  return {
    ...handoff,
    isEnabled: handoff.isEnabled && !orgs.some(({ disableHandoff }) => disableHandoff),
    isSmart: handoff.isSmart && orgs.every(({ settings }) => settings.smartHandoff),
    announces: !orgs.some(({ settings }) => settings.disableHandoffMessages),
  };
}

export type AllowedSettings = AgentSettings & { handoff: { announces: boolean } };

export const asOrgsAllow = (settings: AgentSettings, orgs: readonly HandoffWish[]): AllowedSettings => ({
  ...settings,
  handoff: restrictHandoff(settings.handoff, orgs),
});
