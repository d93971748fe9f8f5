import { readRechargeFault } from '@antiphon/contract/recharge-faults';
import { say } from '../../../texts/texts.ts';
import { formatMoney } from '../../../ui/format/format.ts';

/** What the server refuses of a recharge, in the language of the screen. */
export function rechargeFaultWords(sentence: string, currency: string): string {
  const found = readRechargeFault(sentence);
  if (!found) return sentence;
  if (found.key === 'freePlan') return say('payments', 'recharge.faults.freePlan');
  const cents = Math.round(Number(found.values.sum?.replace(/[^\d.]/g, '')) * 100);
  return say('payments', 'recharge.faults.belowOne', { sum: formatMoney(cents, currency) });
}
