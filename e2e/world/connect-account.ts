import { expect } from '@playwright/test';
import { press } from '../../stand-in/test/harness/furnish.ts';
import type { Owner } from './owner-api.ts';

/** An account of the agency's that takes cards, filled in as its owner would on the payment provider's pages. */
export async function connectAccount({ uid, call }: Owner) {
  await call('post', '/stripe/connect/create-account', { workspace: uid });
  const { redirectUrl } = await call('post', '/stripe/connect/account-link', { workspace: uid });
  await fetch(redirectUrl);
  await press(redirectUrl, { answer: 'complete' });
  const refreshed = async () => (await call('post', `/v2/workspaces/${uid}/connect/refresh`, {})).stripeConnect;
  await expect.poll(async () => (await refreshed()).isConnected).toBe(true);
}
