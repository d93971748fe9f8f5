import type { RecordType, RecordWhy } from '@antiphon/contract/dns-records';
import { isSame } from './dns-values.rules.ts';

const isSpf = (text: string) => /^"?v=spf1(?:\s|$)/i.test(text.trim());
const isKey = (text: string) => /(?:^|;)\s*p=/i.test(text.replace(/["\\]/g, ''));

/**
 * What mail servers make nothing of, though each record for itself may be right: of senders' rules (RFC 7208 3.2) and of keys a name
 * has one, and who takes the bounces of a sending service is one server. Null where nothing stands in the way.
 */
export function findClash(type: RecordType, value: string, found: readonly string[]): RecordWhy['code'] | null {
  if (type === 'MX') return found.length > 1 ? 'two_mx' : null;
  if (type !== 'TXT') return null;
  if (isSpf(value)) return found.filter(isSpf).length > 1 ? 'two_spf' : null;
  return isKey(value) && found.some((one) => isKey(one) && !isSame('TXT', one, value)) ? 'other_key' : null;
}
