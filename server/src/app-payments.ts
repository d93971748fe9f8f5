import type { Region } from '@antiphon/contract/regions';
import { hasDatabase, openDatabase } from './app-stores.ts';
import { makeVendors } from './app-vendors.ts';
import { makeScope, makeSystemScope } from './db/make-scope.ts';
import { reconcile } from './domain/payment-events/reconcile.ts';
import { replay } from './domain/payment-events/replay.ts';
import { unblockPayer } from './domain/reversals/unblock-payer.ts';
import { makeLog } from './make-log.ts';
import { readSettings } from './settings.ts';

export type PaymentCommand = { region: Region | null; what: 'reconcile' | Unblocked | Parameters<typeof replay>[1] };

/** `account`: '' is the platform's own. */
type Unblocked = { customerId: string; account: string };

const USAGE = `usage: npm run payments -- replay [--region na|eu] --since 2026-01-31T12:00:00Z | --event evt_… | --object cus_…
       npm run payments -- reconcile [--region na|eu]
       npm run payments -- unblock [--region na|eu] --customer cus_… [--account acct_…]`;

/** What was typed; throws with how it is typed. */
export function readCommand([command, ...args]: string[]): PaymentCommand {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) given.set(args[at] ?? '', args[at + 1] ?? '');
  const region = given.get('--region') ?? null;
  given.delete('--region');
  if (command === 'reconcile' && given.size === 0 && ['na', 'eu', null].includes(region))
    return { region: region as Region | null, what: 'reconcile' };
  if (command === 'unblock') return readUnblocked(given, region);
  const [[name, value] = ['', '']] = given;
  if (command !== 'replay' || given.size !== 1 || value === '' || !['na', 'eu', null].includes(region))
    throw new Error(USAGE);
  const place = region as Region | null;
  const since = new Date(value);
  // A time without a zone would be this machine's own.
  if (name === '--since' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(since.getTime()))
    return { region: place, what: { since } };
  if (name === '--event') return { region: place, what: { event: value } };
  if (name === '--object') return { region: place, what: { object: value } };
  throw new Error(USAGE);
}

function readUnblocked(given: Map<string, string>, region: string | null): PaymentCommand {
  const { '--customer': customerId = '', '--account': account = '', ...rest } = Object.fromEntries(given);
  if (!/^cus_\w+$/.test(customerId) || Object.keys(rest).length > 0 || !['na', 'eu', null].includes(region))
    throw new Error(USAGE);
  return { region: region as Region | null, what: { customerId, account } };
}

/** `npm run payments`: a line for each object. An embedded database is open to the server alone: it must be stopped before. */
export async function runPaymentCommand(environment: Record<string, string | undefined>, args: string[]) {
  const { region, what } = readCommand(args);
  const settings = readSettings(environment);
  const lines: string[] = [];
  for (const one of settings.regions.filter((name) => (region ?? name) === name && hasDatabase(settings, name))) {
    const database = await openDatabase(settings, one);
    try {
      const deps = { database, systemScope: makeSystemScope('replay') };
      if (what !== 'reconcile' && 'customerId' in what) {
        const isFound = await unblockPayer({ ...deps, makeScope, clock: () => new Date() }, what);
        if (isFound) lines.push(`${one} customer ${what.customerId}${what.account && ` of ${what.account}`}`);
        continue;
      }
      const { payments } = makeVendors(settings, one, null);
      const objects = await (what === 'reconcile'
        ? reconcile({ ...deps, payments, clock: () => new Date(), log: makeLog(settings.LOG_LEVEL) })
        : replay(deps, what));
      for (const { account, kind, id } of objects) lines.push(`${one} ${kind} ${id}${account && ` of ${account}`}`);
    } finally {
      await database.close();
    }
  }
  return lines;
}
