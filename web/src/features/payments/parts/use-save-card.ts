import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import type { CardValues } from './card-fields.ts';
import { readExpiry } from './card-number.rules.ts';
import { confirmCard } from './test-provider.ts';
import { useHolder } from './use-holder.ts';

/** Said at the form: what was typed stays. */
class NotSaved extends Error {}

/**
 * A card from the fields to the workspace: the provider gets the number, its holder is asked where their bank wants it, and the server
 * charges what the provider says is this workspace's.
 */
export function useSaveCard(onSaved: () => void) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { agreed, dialog } = useHolder();
  const saving = useMutation({
    meta: { isFailureShown: true, success: t('saved') },
    async mutationFn(values: CardValues) {
      const setup = await api.payments.startCard({ uid });
      const { month, year } = readExpiry(values.expiry) ?? { month: 0, year: 0 };
      const { number, cvc, name, country } = values;
      const confirmed = await agreed(setup, await confirmCard(setup, { number, cvc, name, country, month, year }));
      if (confirmed.state !== 'agreed')
        throw new NotSaved((confirmed.state === 'declined' && confirmed.message) || t('notConfirmed'));
      const { email, line1, line2, city, state, postalCode } = values;
      const address = { line1, line2: line2 || null, city, state: state || null, postal_code: postalCode, country };
      await api.payments.saveCard({ userId: uid, paymentMethodId: confirmed.paymentMethodId, email, name, address });
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: query.payments.key() });
      // The card says in which currency, and another one ends a pause.
      await queryClient.invalidateQueries({ queryKey: query.recharges.key() });
      onSaved();
    },
  });
  const { error } = saving;
  return {
    save: (values: CardValues) => saving.mutate(values),
    isPending: saving.isPending,
    failure: error && (error instanceof NotSaved ? error.message : toProblem(error).message),
    asked: dialog,
  };
}
