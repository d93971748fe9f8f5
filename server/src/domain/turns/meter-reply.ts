import type { Calls } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { PromptMessage } from '../answers/answer.rules.ts';
import type { AnswerPart, AnswerTool } from '../answers/answers.ports.ts';
import type { Candidate } from '../answers/model-chain.rules.ts';
import { countPrompt, countTokens } from '../answers/tokens.rules.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTerms } from '../billing/hold-terms.rules.ts';
import { hasTokenPrice, priceTokens, TURN_MICRO } from '../billing/prices.rules.ts';
import type { BegunReply } from './begin-reply.ts';
import { type MeterOutcome, storeMeter } from './turns.queries.ts';

/** Tokens of an answer that are held ahead of it at the least; half as many as there are when it is longer. */
const AHEAD = 64;
/** How many of them are left when the next ones are held. */
const MARGIN = 24;

type Prompt = { system: string; messages: PromptMessage[]; tools: readonly AnswerTool[] };
type Finish = Extract<AnswerPart, { type: 'finish' }>;

/**
 * What a reply costs, from one count: of the prompt that is sent, held before it is sent and charged where the provider does not
 * count (a Stop, a failure), and of the words as they come. A model without a price by tokens costs the same whatever is said:
 * nothing is counted, and no round trip is made. Until the first word came another model of the `chain` may answer: held is what the
 * dearest of them would cost.
 */
export function startMeter(
  calls: Calls,
  scope: Scope,
  of: () => BegunReply,
  prompt: Prompt,
  chain: readonly Candidate[],
) {
  const { limits } = of().settings;
  const prices = chain.map(({ provider, model, credentialId }) => ({
    provider,
    model,
    usesOwnKey: credentialId !== null,
  }));
  let promptTokens = prices.some(hasTokenPrice) ? countPrompt(prompt) : 0;
  /** Who is asked, first, and who may be asked in its place. */
  let open = prices;
  /** Of the attempts before, and of tries of this one that failed after their first word. */
  let before = of().spentMicro;
  let asked = 0;
  let said = 0;
  let held = 0;
  let heldMicro = 0n;
  const isPriced = () => open[0] !== undefined && hasTokenPrice(open[0]);
  const cost = (inputTokens: number, outputTokens: number, models = open.slice(0, 1)) => {
    const costs = models.map((model) => priceTokens(model, { inputTokens, outputTokens }));
    return before + (costs.toSorted((one, other) => (one < other ? 1 : -1))[0] ?? 0n);
  };
  const hold = async (spent: bigint, amount: bigint): Promise<MeterOutcome> => {
    const { conversation, reply, lease } = of();
    const { monthlyCredits } = limits;
    const terms = holdTerms(amount, monthlyCredits === null ? null : fromCredits(monthlyCredits), new Date());
    return storeMeter(calls, scope, { conversationId: conversation.id, replyId: reply.id, lease, spent, terms });
  };
  const holdAhead = (): Promise<MeterOutcome> => {
    held = said + Math.max(AHEAD, Math.ceil(said / 2));
    heldMicro = cost(asked, held, open) + TURN_MICRO;
    return hold(cost(asked, said), heldMicro);
  };
  return {
    /** Another of the chain is asked from now on. */
    turnTo(at: number) {
      open = prices.slice(at);
    },
    /** What is sent along from the next round on, beside what was said. */
    add(text: string) {
      if (open.some(hasTokenPrice)) promptTokens += countTokens(text);
    },
    /** Before each try, and each further round of one: what was said so far is sent along. */
    async ask(): Promise<MeterOutcome> {
      if (!open.some(hasTokenPrice)) return 'held';
      const more = promptTokens + said;
      asked += more;
      const outcome = await holdAhead();
      if (outcome !== 'held') asked -= more;
      return outcome;
    },
    /** Words came. Anything but 'held' ends the answer: no more can be paid. */
    say(text: string): MeterOutcome | Promise<MeterOutcome> {
      if (!isPriced()) return 'held';
      open = open.slice(0, 1);
      said += countTokens(text);
      return said + MARGIN > held ? holdAhead() : 'held';
    },
    /** A try failed. One that never began to answer is not charged by providers, nor by us. */
    fail(hasBegun: boolean) {
      if (hasBegun) before = cost(asked, said);
      asked = 0;
      said = 0;
    },
    /** What was asked and written until now, in micro-credits; the turn's own credit not among it. */
    spent: () => cost(asked, said),
    /** What is charged for a reply with these words. The provider's own count, where it told one, else ours. */
    async end(
      text: string,
      finish: Finish | null,
    ): Promise<{ amountMicro: bigint; inputTokens: number; outputTokens: number }> {
      const counts =
        finish && !(isPriced() && finish.areTokensEstimated)
          ? { inputTokens: finish.inputTokens, outputTokens: finish.outputTokens }
          : { inputTokens: asked, outputTokens: text === '' ? 0 : countTokens(text) };
      // Stopped before the first word: nothing was had, but a model that we pay may have been asked.
      const amountMicro =
        cost(counts.inputTokens, counts.outputTokens) + (text === '' && asked === 0 ? 0n : TURN_MICRO);
      // A model may think beyond its words: held now, or charged as far as it was held.
      if (isPriced() && amountMicro > heldMicro) await hold(amountMicro, amountMicro);
      return { amountMicro, ...counts };
    },
  };
}

export type Meter = ReturnType<typeof startMeter>;

/** What the next words cost can not be held. */
export class NotHeld extends Error {
  readonly outcome: MeterOutcome;
  constructor(outcome: MeterOutcome) {
    super(`not held: ${outcome}`);
    this.outcome = outcome;
  }
}

export const demandHeld = (outcome: MeterOutcome) => {
  if (outcome !== 'held' && outcome !== 'over') throw new NotHeld(outcome);
};
