import type { ConversationId } from '@antiphon/contract/ids';
import { OpeningFailed, openText, sealText } from './seal.ts';

/** How long a link out of a mail opens its conversation. */
export const LINK_DAYS = 30;

const PREFIX = 'vl_';
const sealOf = (id: ConversationId) => ({ purpose: 'visitor link', row: [id] });

/** What opens one conversation for its visitor on any device, beside the token that their first device keeps. Nothing is stored. */
export function makeLinkToken(secretKey: string, id: ConversationId, now: Date): string {
  const expires = String(now.getTime() + LINK_DAYS * 86_400_000);
  return PREFIX + Buffer.from(sealText(secretKey, sealOf(id), expires)).toString('base64url');
}

export const isLinkToken = (token: string): boolean => token.startsWith(PREFIX);

/** Whether it opens this conversation, still. */
export function isLinkOf(secretKey: string, id: ConversationId, token: string, now: Date): boolean {
  try {
    const expires = openText(secretKey, sealOf(id), Buffer.from(token.slice(PREFIX.length), 'base64url'));
    return now.getTime() < Number(expires);
  } catch (error) {
    if (error instanceof OpeningFailed) return false;
    throw error;
  }
}
