import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../../texts/texts.ts';
import { NotPaid, usePaymentFailure } from '../payment-failure.ts';
import type { CardValues } from './card-fields.ts';
import { readExpiry } from './card-number.rules.ts';
import type { Provider, ProviderFields } from './provider.ts';
import { confirmCard } from './test-provider.ts';
import { useHolder } from './use-holder.ts';

type Written = {
  paymentMethodId: string;
  email: string;
  name: string;
  address: {
    line1: string;
    line2: string | null;
    city: string;
    state: string | null;
    postal_code: string;
    country: string;
  };
};

/** Whose card it is: what lets it be handed over, and what charges it from then on. */
export type CardKit = {
  provider: Provider;
  /** Another one takes its place. */
  hadCard: boolean;
  start(): Promise<{ clientSecret: string }>;
  save(card: Written): Promise<void>;
};

/** `fields`: those of the provider's, where the card is typed. */
type Typed = { values: CardValues; fields: ProviderFields | null };

/**
 * A card from the fields to who pays: the provider gets the number, its holder is asked where their bank wants it, and the server
 * charges what the provider says is theirs.
 */
export function useSaveCard(kit: CardKit, onSaved: () => void) {
  const t = useTexts('payments');
  const { agreed, dialog } = useHolder();
  const messageOf = usePaymentFailure();
  const saving = useMutation({
    meta: { isFailureShown: true, success: t('saved') },
    async mutationFn({ values, fields }: Typed) {
      if (!kit.provider.isStandIn && !fields) throw new NotPaid(t('fieldsMissing'));
      const wrong = await fields?.check();
      if (typeof wrong === 'string') throw new NotPaid(wrong || t('notConfirmed'));
      const setup = { ...kit.provider, ...(await kit.start()) };
      const { number, expiry, cvc, name, country } = values;
      const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 };
      const confirmed = fields
        ? await fields.confirmCard(setup, values)
        : await agreed(setup, await confirmCard(setup, { number, cvc, name, country, month, year }));
      if (confirmed.state !== 'agreed')
        throw new NotPaid((confirmed.state === 'declined' && confirmed.message) || t('notConfirmed'));
      const { email, line1, line2, city, state, postalCode } = values;
      const address = { line1, line2: line2 || null, city, state: state || null, postal_code: postalCode, country };
      await kit.save({ paymentMethodId: confirmed.paymentMethodId, email, name, address });
    },
    onSuccess: onSaved,
  });
  const { error } = saving;
  return {
    save: (typed: Typed) => saving.mutate(typed),
    isPending: saving.isPending,
    failure: error && messageOf(error),
    asked: dialog,
  };
}
