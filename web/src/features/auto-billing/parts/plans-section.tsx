import type { ConnectView } from '@antiphon/contract/connect';
import { limits } from '@antiphon/contract/limits';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { hideFailure, showFailure, showUndo } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './auto-billing.module.css';
import { PlanCard } from './plan-card.tsx';
import { coverOf } from './plan-cover.ts';
import { inOwnWords } from './plan-fault-words.ts';
import { areSame, newPlan, type TypedPlan, toTyped, withPopular } from './plan-values.ts';
import { useTakeConnectView } from './use-connect-view.ts';

/** What is typed and not saved outlives a look at another tab. */
const drafts = new Map<string, TypedPlan[]>();

/** What clients can subscribe to. All plans are saved together. */
export function PlansSection({ view, mayWrite }: { view: ConnectView; mayWrite: boolean }) {
  const t = useTexts('auto-billing');
  const { uid } = useWorkspace();
  const take = useTakeConnectView();
  const { plans: sold, USDPerToken } = view.stripeConnect;
  const saved = sold.map(toTyped);
  const [plans, setPlans] = useState(() => drafts.get(uid) ?? (saved.length > 0 ? saved : seeds(t)));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isDirty = !areSame(plans, saved);
  useEffect(() => {
    if (isDirty) drafts.set(uid, plans);
    else drafts.delete(uid);
  }, [uid, plans, isDirty]);
  const change = (next: TypedPlan[]) => {
    setErrors({});
    setPlans(next);
  };
  const saving = useMutation({
    mutationFn: (sent: TypedPlan[]) =>
      api.connect.upsertPlans({
        workspaceId: uid,
        plans: sent.map(({ productId, name, credits, features, isPopular }) => ({
          ...{ productId: productId || undefined, name, credits: Number(credits) || 0, features, isPopular },
        })),
      }),
    meta: { success: t('plans.saved'), isFailureShown: true },
    onSuccess({ updatedPlans }) {
      hideFailure(t('plans.failed'));
      take({ ...view, stripeConnect: { ...view.stripeConnect, plans: updatedPlans } });
      change(updatedPlans.map(toTyped));
    },
    onError(failure) {
      const problem = inOwnWords(toProblem(failure));
      setErrors(Object.fromEntries(problem.issues.map(({ path, message }) => [path, message])));
      showFailure({ title: t('plans.failed'), problem, kept: t('kept') });
    },
  });
  const save = () => {
    const missing = plans.flatMap(({ name, features }, index) => [
      ...(name.trim() === '' ? [[`plans.${index}.name`, t('plans.nameMissing')]] : []),
      ...features.flatMap((feature, at) =>
        feature.trim() === '' ? [[`plans.${index}.features.${at}`, t('plans.featureMissing')]] : [],
      ),
    ]);
    setErrors(Object.fromEntries(missing));
    if (missing.length === 0) saving.mutate(plans);
  };
  const proposing = useMutation({
    mutationFn: () => api.connect.proposePlans({ workspaceId: uid }),
    meta: { failure: t('plans.proposeFailed') },
    onSuccess({ plans: found }) {
      const room = limits.agencyPlansMax - plans.length;
      if (found.length > 0) change([...plans, ...found.slice(0, room).map(toTyped)]);
    },
  });
  const remove = (index: number) => {
    const plan = plans[index];
    if (!plan) return;
    change(plans.filter((other) => other !== plan));
    showUndo(t('plans.removed', { name: plan.name || t('plans.untitled') }), () =>
      setPlans((now) => (now.includes(plan) ? now : [...now.slice(0, index), plan, ...now.slice(index)])),
    );
  };
  const account = useQuery(query.billing.getAccount.queryOptions({ input: { uid } }));
  const cover = account.data && coverOf(account.data);
  const isFull = plans.length >= limits.agencyPlansMax;
  const usdPerCredit = view.creditUSD + USDPerToken;
  return (
    <FormSection title={t('plans.title')} description={t('plans.text')}>
      {cover && (
        <p className={styles.quiet}>
          {t('plans.covered', { credits: formatCredits(cover.has) })}{' '}
          <Link to="/app/$region/account/billing" params={{ region: currentRegion() }}>
            {t('plans.getCredits')}
          </Link>
        </p>
      )}
      {plans.length === 0 ? (
        <EmptyState title={t('plans.empty')} description={mayWrite ? t('plans.emptyText') : undefined} />
      ) : (
        <ul className={styles.plans}>
          {plans.map((plan, index) => (
            <PlanCard
              key={plan.key}
              plan={plan}
              usdPerCredit={usdPerCredit}
              cover={cover}
              mayWrite={mayWrite}
              errorOf={(field) => errors[`plans.${index}.${field}`]}
              onChange={(next) => change(plans.map((other) => (other === plan ? next : other)))}
              onPopular={(isPopular) => change(withPopular(plans, plan.key, isPopular))}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      {mayWrite && (
        <div className={styles.buttons}>
          <Button onClick={save} loading={saving.isPending} disabled={!isDirty && sold.every(({ priceId }) => priceId)}>
            {t('plans.save')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            disabled={isFull}
            onClick={() => change([...plans, newPlan()])}
          >
            {t('plans.add')}
          </Button>
          <Button variant="default" disabled={isFull} loading={proposing.isPending} onClick={() => proposing.mutate()}>
            {t('plans.propose')}
          </Button>
        </div>
      )}
      {proposing.data?.plans.length === 0 && <p className={styles.quiet}>{t('plans.nothingFound')}</p>}
      {mayWrite && (
        <SaveBar isHidden isDirty={isDirty} isSaving={saving.isPending} onSave={save} onDiscard={() => change(saved)} />
      )}
    </FormSection>
  );
}

/** To begin with, before anything was saved. */
const seeds = (t: ReturnType<typeof useTexts<'auto-billing'>>): TypedPlan[] => [
  newPlan({ name: 'Basic', credits: 5_000, features: [t('plans.seed')] }),
  newPlan({ name: 'Premium', credits: 15_000, features: [t('plans.seed')], isPopular: true }),
];
