import type { AddonStatus } from '@antiphon/contract/addons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { type AddonChange, type AddonChanges, BOUGHT_MAX } from './addon-changes.rules.ts';
import type { Provider } from './provider.ts';
import { usePayment } from './use-payment.ts';

type Errors = Awaited<ReturnType<typeof api.addons.add>>['errors'];

/** What could not be done is said apart from what was. */
function tellErrors([first]: Errors): void {
  const problem = { message: first?.message ?? '', requestId: null };
  if (first) showFailure({ title: say('payments', 'addons.inPart'), problem });
}

/** Nothing was done of what was asked for. */
class Refused extends Error {
  readonly errors: Errors;
  constructor(errors: Errors) {
    super('refused');
    this.errors = errors;
  }
}

type Saving = { changes: AddonChanges; statuses: readonly AddonStatus[]; provider: Provider; onDone: () => void };

/** The price of what is more, and the saving of all: what is fewer first, then what comes back, and what is paid. */
export function useAddonChanges({ changes, statuses, provider, onDone }: Saving) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { fewer, back, more } = changes;
  const quote = useQuery({
    ...query.addons.quote.queryOptions({
      input: { uid, addons: more.map(({ addonId, to }) => ({ addonId, quantity: to })) },
    }),
    enabled: more.length > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Ordered by once: nobody is shown it again.
    gcTime: 0,
  });
  const lineOf = ({ addonId, from, to }: AddonChange) => {
    const { name = '', price = null } = statuses.find(({ addonKey }) => addonKey === addonId) ?? {};
    const more = to - from;
    return { addonId, name, price, quantity: to, incrementalQuantity: more <= BOUGHT_MAX ? more : null };
  };
  const reduce = async () => {
    if (fewer.length === 0) return;
    const quantities = Object.fromEntries(fewer.map(({ addonId, to }) => [addonId, to]));
    await api.addons.remove({ userId: uid, addonKeys: fewer.map(({ addonId }) => addonId), quantities });
  };
  const add = (quoteId?: string) =>
    api.addons.add({
      userId: uid,
      addons: [...back, ...more].map(lineOf),
      ...(quoteId === undefined ? {} : { quoteId: quoteId as never }),
    });
  const free = useMutation({
    meta: { success: t('addons.done'), isFailureShown: true },
    async mutationFn() {
      await reduce();
      const { errors } = back.length > 0 ? await add() : { errors: [] };
      if (errors.length > 0) throw new Refused(errors);
    },
    onSuccess() {
      hideFailure(t('addons.failed'));
      onDone();
    },
    onError(error) {
      if (!(error instanceof Refused)) return showFailure({ title: t('addons.failed'), problem: toProblem(error) });
      // What is there is not what was looked at: it is shown anew.
      tellErrors(error.errors);
      onDone();
    },
    async onSettled() {
      for (const key of [query.addons.key(), query.subscriptions.key(), query.entitlements.key()])
        await queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const payment = usePayment({ provider, success: t('addons.done'), onPaid: onDone });
  const buy = async () => {
    await reduce();
    const { order, errors } = await add(quote.data?.quoteId);
    tellErrors(errors);
    if (!order) throw new TypeError('nothing is to be paid');
    return order;
  };
  return {
    quote,
    confirmingSince: payment.confirmingSince,
    failure: payment.failure,
    asked: payment.asked,
    isPending: payment.isPending || free.isPending,
    save: () => (more.length > 0 ? payment.pay(buy) : free.mutate()),
    wrong: quote.error && toProblem(quote.error),
  };
}
