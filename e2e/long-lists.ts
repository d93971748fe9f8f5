import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Owner, signUpOwner } from './owner-api.ts';
import { freePort, type RunningServer, startServer } from './server.ts';

const seedScript = fileURLToPath(new URL('../server/test/seed-lists-process.ts', import.meta.url));

/**
 * A signed-in owner of 10,000 agents and 10,000 conversations. They are written into the database's folder between two runs of
 * the server, since through the API it would take an hour.
 */
export async function startWithLongLists(page: Page, email: string): Promise<{ server: RunningServer; owner: Owner }> {
  const port = await freePort();
  const first = await startServer({ port });
  const owner = await signUpOwner(page.request, first.origin, email);
  await first.stop();
  const seeding = spawn('node', [seedScript, first.dataDir, owner.uid], { stdio: 'inherit' });
  const [code] = await once(seeding, 'exit');
  if (code !== 0) throw new Error(`The lists could not be written (${code}).`);
  return { server: await startServer({ port, dataDir: first.dataDir }), owner };
}
