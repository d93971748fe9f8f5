import type { ConversationId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { isLinkOf, isLinkToken, LINK_DAYS, makeLinkToken } from './visitor-link.ts';

const key = 'k'.repeat(43);
const [own, other] = ['cnv_11111111111111111111', 'cnv_22222222222222222222'] as ConversationId[];
const now = new Date('2026-11-21T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

test('it opens its own conversation until its days are over, and nothing else', () => {
  const token = makeLinkToken(key, own as ConversationId, now);
  expect(isLinkToken(token)).toBe(true);
  const opens = (id: ConversationId | undefined, given: string, at: Date, by = key) =>
    isLinkOf(by, id as ConversationId, given, at);
  expect(opens(own, token, later(LINK_DAYS - 0.01))).toBe(true);
  expect(opens(own, token, later(LINK_DAYS))).toBe(false);
  expect(opens(other, token, now)).toBe(false);
  expect(opens(own, token, now, 'x'.repeat(43))).toBe(false);
  const last = token.at(-5) === 'A' ? 'B' : 'A';
  for (const forged of ['vl_', `vl_${'A'.repeat(62)}`, `${token.slice(0, -5)}${last}${token.slice(-4)}`])
    expect(opens(own, forged, now)).toBe(false);
});
