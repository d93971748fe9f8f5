import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Owner, signUpOwner } from './owner-api.ts';
import { type RunningServer, startServer } from './server.ts';

const seedScript = fileURLToPath(new URL('../../server/test/factories/seed-lists-process.ts', import.meta.url));

/**
 * A signed-in owner of 10,000 agents and 10,000 conversations. They are written into its database, since
 * through the API it would take an hour.
 */
export async function startWithLongLists(page: Page, email: string): Promise<{ server: RunningServer; owner: Owner }> {
  const server = await startServer();
  const owner = await signUpOwner(page.request, server.origin, email);
  const seeding = spawn('node', [seedScript, server.databaseUrl, owner.uid], { stdio: 'inherit' });
  const [code] = await once(seeding, 'exit');
  if (code !== 0) throw new Error(`The lists could not be written (${code}).`);
  return { server, owner };
}
