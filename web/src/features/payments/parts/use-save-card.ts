import type { CardSetup } from '@antiphon/contract/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import type { CardValues } from './card-fields.ts';
import { readExpiry } from './card-number.rules.ts';
import { type Confirmed, confirmCard, lookAtCard } from './test-provider.ts';

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
  const [asked, setAsked] = useState<{ path: string; setup: CardSetup; answer: (confirmed: Confirmed) => void } | null>(
    null,
  );

  const holderOf = (setup: CardSetup, path: string) =>
    new Promise<Confirmed>((resolve) => setAsked({ path, setup, answer: resolve })).finally(() => setAsked(null));

  const saving = useMutation({
    meta: { isFailureShown: true, success: t('saved') },
    async mutationFn(values: CardValues) {
      const setup = await api.payments.startCard({ uid });
      const { month, year } = readExpiry(values.expiry) ?? { month: 0, year: 0 };
      const { number, cvc, name, country } = values;
      let confirmed = await confirmCard(setup, { number, cvc, name, country, month, year });
      if (confirmed.state === 'asks') confirmed = await holderOf(setup, confirmed.path);
      if (confirmed.state !== 'saved')
        throw new NotSaved((confirmed.state === 'declined' && confirmed.message) || t('notConfirmed'));
      const { email, line1, line2, city, state, postalCode } = values;
      const address = { line1, line2: line2 || null, city, state: state || null, postal_code: postalCode, country };
      await api.payments.saveCard({ userId: uid, paymentMethodId: confirmed.paymentMethodId, email, name, address });
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: query.payments.key() });
      onSaved();
    },
  });
  const look = useCallback(
    () => (asked ? lookAtCard(asked.setup) : Promise.reject(new Error('nobody is asked'))),
    [asked],
  );
  const failure =
    saving.error && (saving.error instanceof NotSaved ? saving.error.message : toProblem(saving.error).message);
  return {
    save: (values: CardValues) => saving.mutate(values),
    isPending: saving.isPending,
    failure,
    asked: asked && {
      path: asked.path,
      look,
      onDone: asked.answer,
      onClose: () => asked.answer({ state: 'declined', message: '' }),
    },
  };
}
