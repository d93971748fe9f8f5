import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeScope } from '../../../src/db/make-scope.ts';
import { openPostgres } from '../../../src/db/open-postgres.ts';
import { fromCredits } from '../../../src/domain/billing/credits.rules.ts';
import { grantCredits } from '../../../src/domain/billing/grant-credits.ts';
import { addText, createAgent, publish, signUp, useModelServer } from '../../factories/api-factory.ts';
import { type ChildServer, startChildServer } from '../../harness/child-server.ts';

type Options = {
  model?: { baseURL: string; name: string };
  /** A command in which each process runs. */
  within?: readonly string[];
  /** By which the test itself finds the database. */
  ownUrl?: string;
};

/** Processes on one database, each with an environment of its own, and a published agent of somebody who pays for all of a run. */
export async function startServersWithAgent(
  url: string,
  environments: Record<string, string>[],
  { model, within, ownUrl = url }: Options = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'servers-'));
  const start = (environment: Record<string, string>) =>
    startChildServer({ DATA_DIR: folder, DATABASE_URL: url, ...environment }, within);
  const servers: ChildServer[] = [];
  // The first one makes the tables.
  for (const environment of environments) servers.push(await start(environment));
  const made = await makePaidAgent(servers, ownUrl, model);
  return {
    servers,
    ...made,
    start,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A published agent of somebody who pays for all of a run. `url` leads to the database that their workspace begins in. */
export async function makePaidAgent(servers: ChildServer[], url: string, model?: Options['model']) {
  const [first, last] = [servers[0], servers.at(-1)] as [ChildServer, ChildServer];
  const owner = await signUp(first);
  const database = await openPostgres('na', url, { visitors: 2 });
  const scope = makeScope(owner.uid as never);
  await database.transaction(scope, (tx) =>
    grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(1_000_000), featureKey: 'top_up' }),
  );
  await database.close();
  const change = model
    ? await useModelServer(first, owner, model.baseURL, model.name)
    : (settings: Parameters<Parameters<typeof createAgent>[2] & object>[0]) => settings;
  const agentId = await createAgent(first, owner, change);
  await addText(last, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(first, owner, agentId);
  return { owner, agentId };
}
