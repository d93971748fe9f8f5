import { createHash } from 'node:crypto';
import type { ChannelConnection, ChannelState } from '@antiphon/contract/channels';
import type { ConnectionRow } from './channels.queries.ts';

/** Somebody is answered there, and what is written is sent. */
export const isOpen = (state: ChannelState): boolean => state === 'waiting' || state === 'connected';

/** What is written there is kept, answered now or when it is resumed. */
export const isHeard = (state: ChannelState): boolean => isOpen(state) || state === 'paused';

export const toConnection = (row: ConnectionRow, waiting: number): ChannelConnection => ({
  id: row.id,
  provider: row.provider,
  agentId: row.agentId,
  externalId: row.externalId,
  accountId: row.accountId,
  name: row.name,
  handle: row.handle,
  state: row.state,
  isSimulated: row.isSimulated,
  answersMentions: row.answersMentions,
  problem: row.problem,
  lastInAt: row.lastInAt?.toISOString() ?? null,
  lastOutAt: row.lastOutAt?.toISOString() ?? null,
  waiting,
  createdAt: row.createdAt.toISOString(),
});

/** Another one has to be begun. */
export const NO_FEED = { id: '', url: '' };

/** Where its provider calls us for it. */
export const hookUrlOf = (
  hookBase: string | null,
  { provider, hookKey }: Pick<ConnectionRow, 'provider' | 'hookKey'>,
): string => `${hookBase}/${provider}/${hookKey}`;

/** What a provider has to know of an address before it calls it, if it asks. It proves no more than who knows the address. */
export const verifyTokenOf = ({ hookKey }: Pick<ConnectionRow, 'hookKey'>): string =>
  createHash('sha256').update(`verify\n${hookKey}`).digest('hex').slice(0, 32);
