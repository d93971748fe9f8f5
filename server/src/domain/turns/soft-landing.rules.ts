import type { AgentSettings } from '@antiphon/contract/agents';
import { BUILTIN, modelChain, modelKey, modelName } from '../answers/model-chain.rules.ts';
import { cheaperModel } from './cheaper-models.rules.ts';

/** Which model of the agent each cheaper one answers for, both as traces name them. */
export type InsteadOf = Readonly<Record<string, string>>;

/**
 * The agent as it answers while its credits run out: each model that we pay is replaced by a cheaper one, and the others stay. After
 * them comes the built-in model, so that one that cannot be had leaves nobody without an answer.
 */
export function landSoftly(settings: AgentSettings): { settings: AgentSettings; insteadOf: InsteadOf } {
  const chain = modelChain(settings.model);
  const insteadOf: Record<string, string> = {};
  const landed = chain.map((one) => {
    const cheaper = cheaperModel(one);
    if (cheaper) insteadOf[modelName(cheaper)] ??= modelName(one);
    return cheaper ?? one;
  });
  if (Object.keys(insteadOf).length === 0) return { settings, insteadOf };
  const byKey = new Map(
    [...landed, BUILTIN].map(({ provider, model, credentialId }) => {
      const one = { provider, model, credentialId };
      return [modelKey(one), one];
    }),
  );
  const [first, ...fallbacks] = byKey.values();
  return { settings: { ...settings, model: { ...settings.model, ...first, fallbacks } }, insteadOf };
}
