import type { AgentSettings } from '@antiphon/contract/agents';
import type { Choice } from '@antiphon/contract/events';
import { type FlowState, firstState } from './flow-state.rules.ts';
import { type FlowEffect, type Step, stepFlow } from './step-flow.rules.ts';

export type Opening = { text: string; choices: Choice[]; state: FlowState | null; path: Step[] };

/** What is said, as one message, and the buttons below it. */
export function saidOf(effects: readonly FlowEffect[]): { text: string; choices: Choice[] } {
  const said = effects.filter((effect) => effect.kind === 'say');
  const text = said.map((one) => one.text).filter((one) => one !== '');
  return { text: text.join('\n\n'), choices: said.at(-1)?.choices ?? [] };
}

/** With what a conversation begins: the greeting, and what the flow says until it waits. Of nothing but the settings. */
export function openFlow(
  { greeting, flow }: Pick<AgentSettings, 'greeting' | 'flow'>,
  { version, at, lang }: { version: number | null; at: number; lang: string },
): Opening {
  const hello = greeting.trim();
  if (!flow) return { text: hello === '' ? '' : greeting, choices: [], state: null, path: [] };
  const { state, effects, path } = stepFlow(flow, firstState(flow, version, at), { kind: 'begin', at, lang });
  const { text, choices } = saidOf(effects);
  return { text: [hello === '' ? '' : greeting, text].filter((one) => one !== '').join('\n\n'), choices, state, path };
}
