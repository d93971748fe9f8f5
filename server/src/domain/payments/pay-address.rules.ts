import type { BillingAddress } from '@antiphon/contract/payments';
import type * as z from 'zod';
import type { PayAddress } from './payments.ports.ts';

/** As it came over the wire; what was left out is empty. */
export const payAddressOf = ({
  line2,
  state,
  postal_code: postalCode,
  ...given
}: z.output<typeof BillingAddress>): PayAddress => ({
  ...given,
  ...{ line2: line2 ?? '', state: state ?? '', postalCode },
});
