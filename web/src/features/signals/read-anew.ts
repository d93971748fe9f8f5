import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const waiting = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/**
 * Reads everything under `queryKey` anew, for a change that was told of. An answer that is under way may be older than the
 * change: it is waited for, then read once more, however often that was asked for in the meantime.
 */
export function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const reads = waiting.get(client) ?? new Map<string, Promise<void>>();
  waiting.set(client, reads);
  const key = hashKey(queryKey);
  const asked = reads.get(key);
  if (asked) return asked;
  const read = underWay(client, queryKey).then(() => {
    reads.delete(key);
    return client.invalidateQueries({ queryKey });
  });
  reads.set(key, read);
  return read;
}

/** When what is under way of `queryKey` has arrived, or failed. */
export async function underWay(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const reads = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(reads.map(({ promise }) => promise));
}
