import type { FallbackModel } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, randomText } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { priceTurn } from '../billing/prices.rules.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type ModelProbe, type OpenCredential, PROBE_TOKENS } from './credentials.ports.ts';
import { openCredential } from './open-credential.ts';

export type ProbeDeps = { database: Database; secretKey: string; modelProbe: ModelProbe };
/** Whose month a test with the platform's key counts in. */
type Payer = { agentId: AgentId; monthlyLimitMicro: bigint | null };

/**
 * Asks a model for one word with the key that an agent would use, and answers what failed, or null. With the platform's key its
 * price is held before and charged where the word came; fails with `no_credits` or `spend_limit_reached` where it cannot be.
 */
export async function probeModel(
  deps: ProbeDeps,
  scope: Scope,
  { provider, model, credentialId }: FallbackModel,
  payer: Payer,
): Promise<VendorFailure | null> {
  if (provider === 'builtin') return null;
  const probe = async (credential: OpenCredential) => deps.modelProbe.probe(credential, model);
  if (credentialId !== null) return failureOf(async () => probe(await openCredential(deps, scope, credentialId)));
  const priced = { provider, model, usesOwnKey: false };
  const amountMicro = priceTurn({ ...priced, ...PROBE_TOKENS });
  const turn = { turnId: `model_test:${randomText(20)}`, agentId: payer.agentId };
  const outcome = await deps.database.transaction(scope, (tx) =>
    holdTurn(tx, scope, { ...turn, amountMicro, monthlyLimitMicro: payer.monthlyLimitMicro, now: new Date() }),
  );
  if (outcome !== 'new') fail(outcome === 'spend_limit' ? 'spend_limit_reached' : 'no_credits');
  let charged = 0n;
  try {
    const failure = await failureOf(() => probe({ provider, baseURL: '', secret: '' }));
    if (failure === null) charged = amountMicro;
    return failure;
  } finally {
    const settlement = { ...turn, conversationId: null, amountMicro: charged, featureKey: 'model_test' };
    await deps.database.transaction(scope, (tx) => settleTurn(tx, scope, settlement));
  }
}

async function failureOf(call: () => Promise<void>): Promise<VendorFailure | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof VendorFailure) return error;
    throw error;
  }
}
