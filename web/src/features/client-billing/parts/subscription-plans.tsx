import type { BillingAccount } from '@antiphon/contract/client-billing';
import type { AgencyPlan } from '@antiphon/contract/connect';
import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatDay, formatMoney } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { showRefusal } from '../../../ui/states/toasts.tsx';
import { CameBack } from './came-back.tsx';
import styles from './client-billing.module.css';
import { EndPlan } from './end-plan.tsx';
import { Owed } from './owed.tsx';
import { Part } from './part.tsx';
import { useCameBack } from './use-came-back.ts';

/** What the agency sells month by month, and what the org is on. Nothing where it sells no plans and the org has none. */
export function SubscriptionPlans({ account }: { account: BillingAccount }) {
  const t = useTexts('client-billing');
  const cameBack = useCameBack();
  const isAwaited = cameBack === 'success';
  const own = useQuery(
    query.clientPlans.getPlan.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (isAwaited && !state.data?.plan ? 1_000 : false),
    }),
  );
  const offers = useQuery(query.clientPlans.getPlans.queryOptions({ input: {} }));
  const plan = own.data?.plan ?? null;
  const plans = offers.data?.plans ?? [];
  const failed = [own, offers].find(({ isError, data }) => isError && !data);
  const retry = () => void Promise.all([own.refetch(), offers.refetch()]);
  if (failed)
    return (
      <Part title={t('plans.title')}>
        <LoadFailure title={t('plans.loadFailed')} problem={toProblem(failed.error)} onRetry={retry} />
      </Part>
    );
  if (own.isPending || offers.isPending) return <RowsSkeleton rows={2} />;
  if (!plan && plans.length === 0 && cameBack === null) return null;
  const date = plan && formatDay(new Date((plan.cancelsAt ?? plan.renewsAt ?? 0) * 1_000));
  const state = plan && (plan.status !== 'active' ? plan.status : plan.cancelsAt ? 'ends' : 'renews');
  return (
    <Part title={t('plans.title')} action={plan && <EndPlan plan={plan} />}>
      {cameBack && <CameBack how={cameBack} isThere={plan !== null} />}
      {plan && state && (
        <p className={styles.quiet}>
          <strong>
            <bdi>{plan.name}</bdi>
          </strong>{' '}
          {t(`plans.${state}`, { date: date ?? '' })}
        </p>
      )}
      {plan && <Owed plan={plan} account={account} />}
      {plan && plans.some(({ priceId }) => priceId !== plan.priceId) && (
        <p className={styles.quiet}>{t(plan.cancelsAt === null ? 'plans.cancelFirst' : 'plans.endsFirst')}</p>
      )}
      <ul className={styles.plans}>
        {plans.map((offer) => (
          <Offer
            key={offer.productId}
            offer={offer}
            isOwn={offer.priceId === plan?.priceId}
            isClosed={plan !== null || isAwaited}
          />
        ))}
      </ul>
    </Part>
  );
}

/** `isClosed`: another one is not chosen now. */
function Offer({ offer, isOwn, isClosed }: { offer: AgencyPlan; isOwn: boolean; isClosed: boolean }) {
  const t = useTexts('client-billing');
  const { priceId, name, price, credits, features, isPopular } = offer;
  const choosing = useMutation({
    mutationFn: () => api.clientPlans.create({ priceId }),
    meta: { failure: t('plans.failed') },
    onSuccess: ({ sessionUrl }) => {
      if (sessionUrl) window.location.assign(sessionUrl);
      else showRefusal(t('plans.noPage'));
    },
  });
  const isLeaving = choosing.isPending || Boolean(choosing.data?.sessionUrl);
  return (
    <li className={styles.plan} aria-label={name}>
      <div className={styles.head}>
        <strong className={styles.planName}>
          <bdi>{name}</bdi>
        </strong>
        {isPopular && <Badge variant="light">{t('plans.popular')}</Badge>}
      </div>
      <p className={styles.price}>{t('plans.price', { sum: formatMoney(Math.round(price * 100), 'usd') })}</p>
      <p className={styles.quiet}>{t('plans.credits', { credits: formatCount(credits) })}</p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <bdi>{feature}</bdi>
          </li>
        ))}
      </ul>
      <Button
        className={styles.buy}
        variant={isOwn ? 'default' : 'filled'}
        disabled={isClosed || isLeaving}
        aria-label={isOwn ? t('plans.currentOf', { name }) : t('plans.selectOf', { name })}
        onClick={() => choosing.mutate()}
      >
        {isOwn ? t('plans.current') : t(isLeaving ? 'processing' : 'plans.select')}
      </Button>
    </li>
  );
}
