import { LRUCache } from 'lru-cache';

const FAILURES_MAX = 5;
const WINDOW_MS = 60_000;
const MODELS_MAX = 5_000;
const AGENTS_TOLD_MAX = 5_000;

export type ModelBreaker = ReturnType<typeof makeModelBreaker>;

/**
 * Which models failed lately, as this process saw it. While a model has failed five times within a minute nobody waits for it
 * again; as the failures grow old it is asked again. See decision 43.
 */
export function makeModelBreaker(now: () => number = Date.now) {
  const failures = new LRUCache<string, number[]>({ max: MODELS_MAX });
  const told = new LRUCache<string, string>({ max: AGENTS_TOLD_MAX });
  const recent = (model: string) => (failures.get(model) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    isOpen: (model: string) => recent(model).length >= FAILURES_MAX,
    fail: (model: string) => void failures.set(model, [...recent(model), now()].slice(-FAILURES_MAX)),
    /** True once a day and agent: what was told needs no telling again. */
    isNews(agentId: string): boolean {
      const day = new Date(now()).toISOString().slice(0, 10);
      if (told.get(agentId) === day) return false;
      told.set(agentId, day);
      return true;
    },
  };
}
