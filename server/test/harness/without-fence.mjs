// Planted with `--import`: a worker whose writes do not ask whether it still holds what it writes.
import { registerHooks } from 'node:module';

const FENCES = [
  ['and(eq(row.leaseOwner, lease.owner), eq(row.leaseAttempt, lease.attempt)) as SQL', 'sql`true`'],
  ['row.leaseOwner === lease.owner && row.leaseAttempt === lease.attempt', 'true'],
];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/db/lease.ts')) return loaded;
    let source = String(loaded.source);
    for (const [fence, gap] of FENCES) {
      if (!source.includes(fence)) throw new Error(`db/lease.ts does not hold: ${fence}`);
      source = source.replace(fence, gap);
    }
    return { ...loaded, source };
  },
});
