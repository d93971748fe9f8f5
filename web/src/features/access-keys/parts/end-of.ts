import type { AccessKey } from '@antiphon/contract/access-keys';

const SOON_MS = 14 * 86_400_000;

/** Whether a key has ended, or will within two weeks. */
export function endOf({ expiresAt }: Pick<AccessKey, 'expiresAt'>, now: Date): 'over' | 'soon' | 'later' {
  const left = Date.parse(expiresAt) - now.getTime();
  if (left <= 0) return 'over';
  return left < SOON_MS ? 'soon' : 'later';
}
