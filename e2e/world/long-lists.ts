import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { type Owner, signUpOwner } from './owner-api.ts';
import type { RunningServer } from './server.ts';

const seedScript = fileURLToPath(new URL('../../server/test/factories/seed-lists-process.ts', import.meta.url));

/** Of each list: enough for many pages, and for windows that draw a part of what is read. */
export const LONG = amount(10_000, 2_000);

/** A signed-in owner of that many agents and conversations, written into the database: through the API it would take an hour. */
export async function signUpWithLongLists(page: Page, server: RunningServer, email: string): Promise<Owner> {
  const owner = await signUpOwner(page.request, server.origin, email);
  const seeding = spawn('node', [seedScript, server.databaseUrl, owner.uid, String(LONG)], { stdio: 'inherit' });
  const [code] = await once(seeding, 'exit');
  if (code !== 0) throw new Error(`The lists could not be written (${code}).`);
  return owner;
}
