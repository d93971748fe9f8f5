import { setTimeout as wait } from 'node:timers/promises';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Longer than that nobody waits within a call. */
const WAIT_MAX_MS = 5_500;
const KEPT_MAX = 10_000;

/**
 * When a route may be asked again, as Discord told it in its last answer (https://docs.discord.com/developers/topics/rate-limits#header-format): who
 * asks sooner is refused, and 10,000 refusals in ten minutes shut an address out.
 */
export function makeDiscordPace() {
  const resets = new Map<string, number>();
  const forget = (now: number) => {
    for (const [route, at] of resets) if (at <= now || resets.size > KEPT_MAX) resets.delete(route);
  };
  return {
    async wait(route: string, signal: AbortSignal) {
      const ms = (resets.get(route) ?? 0) - performance.now();
      if (ms <= 0) return;
      if (ms > WAIT_MAX_MS) throw new VendorFailure('rate_limited', 'Discord asked to wait.', Math.ceil(ms));
      // Before anything has left: whoever ends it meanwhile knows that nothing was sent.
      await wait(ms, undefined, { signal }).catch(() => {
        throw new VendorFailure('unreachable', 'There was no time left to wait for Discord.');
      });
    },
    note(route: string, headers: Headers) {
      if (headers['x-ratelimit-remaining'] !== '0') return;
      const seconds = Number(headers['x-ratelimit-reset-after']);
      if (!(seconds > 0 && seconds <= 86_400)) return;
      const now = performance.now();
      forget(now);
      resets.set(route, now + seconds * 1_000);
    },
  };
}
