import { ORPCError } from '@orpc/client';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';

/** A card was not saved or a sum not paid, for a reason that can be shown as it is. */
export class NotPaid extends Error {}

/** The reason of a failed payment, for where the sum or the card stands. */
export function usePaymentFailure() {
  const t = useTexts('payments');
  return (error: Error): string => {
    if (error instanceof NotPaid) return error.message;
    // Neither an answer of the server nor a lost connection: the provider's side said what nobody understands.
    return error instanceof ORPCError || error instanceof TypeError ? toProblem(error).message : t('unexpected');
  };
}
