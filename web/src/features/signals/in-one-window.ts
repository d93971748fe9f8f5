/**
 * Runs `work` in one window of the browser at a time. `isFirstOnly`: the others do not run it at all; else they wait for their
 * turn. Without a secure connection a browser has no locks: then every window runs it.
 */
export async function inOneWindow(
  name: string,
  work: () => Promise<void>,
  options: { isFirstOnly?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const { isFirstOnly, signal } = options;
  // The two may not be given together.
  await locks.request(name, isFirstOnly ? { ifAvailable: true } : { ...(signal ? { signal } : {}) }, async (lock) => {
    if (lock) await work();
  });
}
