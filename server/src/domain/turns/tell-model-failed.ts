import type { Scope } from '../../db/scope.ts';
import { modelName } from '../answers/model-chain.rules.ts';
import { emit } from '../events/emit.ts';
import type { AskDeps, Asking } from './ask-model.ts';
import type { BegunReply } from './begin-reply.ts';

/** Tells the agent's owner that a model failed, and who answered in its place: once a day, and not of tests. */
export async function tellModelFailed(
  deps: AskDeps,
  scope: Scope,
  { agentId, isTest }: BegunReply['conversation'],
  { by, failed }: Asking,
  isAnswered: boolean,
): Promise<void> {
  const model = failed[0]?.model ?? (isAnswered ? null : modelName(by));
  if (model === null || isTest || !deps.breaker.isNews(agentId)) return;
  const payload = { agentId, model, answeredBy: isAnswered ? modelName(by) : '' };
  await deps.database.transaction(scope, (tx) => emit(tx, scope, { type: 'model_failed', payload }));
}
