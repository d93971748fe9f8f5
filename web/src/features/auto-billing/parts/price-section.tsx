import type { ConnectView } from '@antiphon/contract/connect';
import { Button, NumberInput, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, numberSeparators } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { showFailure } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './auto-billing.module.css';
import { inOwnWords } from './plan-fault-words.ts';
import { creditsFor, formatRate, isExtra } from './plan-values.ts';
import { useTakeConnectView } from './use-connect-view.ts';

const EXAMPLE_CENTS = 1_000;

/** What is typed and not saved outlives a look at another tab. */
const drafts = new Map<string, { extra: number | string; areAllowed: boolean }>();

/** What a credit costs clients, and whether they may subscribe. */
export function PriceSection({ view, mayWrite }: { view: ConnectView; mayWrite: boolean }) {
  const t = useTexts('auto-billing');
  const { uid } = useWorkspace();
  const take = useTakeConnectView();
  const { USDPerToken, allowPlans } = view.stripeConnect;
  const [extra, setExtra] = useState<number | string>(drafts.get(uid)?.extra ?? USDPerToken);
  const [areAllowed, setAllowed] = useState(drafts.get(uid)?.areAllowed ?? allowPlans);
  const [error, setError] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: (sent: { USDPerToken: number; allowPlans: boolean }) => api.connect.saveSettings({ uid, ...sent }),
    meta: { success: t('price.saved'), isFailureShown: true },
    onSuccess: take,
    onError(failure) {
      const problem = inOwnWords(toProblem(failure));
      const issue = problem.issues.find(({ path }) => path === 'USDPerToken');
      if (issue) return setError(issue.message);
      return showFailure({ title: t('price.failed'), problem, kept: t('kept') });
    },
  });
  const save = () => {
    if (!isExtra(extra)) return setError(t('price.notANumber'));
    setError(null);
    return saving.mutate({ USDPerToken: extra, allowPlans: areAllowed });
  };
  const isDirty = extra !== USDPerToken || areAllowed !== allowPlans;
  useEffect(() => {
    if (isDirty) drafts.set(uid, { extra, areAllowed });
    else drafts.delete(uid);
  }, [uid, extra, areAllowed, isDirty]);
  return (
    <FormSection title={t('price.title')} description={t('price.text')}>
      <NumberInput
        label={t('price.extra')}
        prefix="$"
        min={0}
        max={1}
        step={0.001}
        decimalScale={6}
        {...numberSeparators()}
        value={extra}
        onChange={(value) => {
          setExtra(value);
          setError(null);
        }}
        error={error}
        disabled={!mayWrite}
        description={
          isExtra(extra)
            ? t('price.example', {
                own: formatRate(view.creditUSD),
                whole: formatRate(view.creditUSD + extra),
                credits: formatCount(creditsFor(EXAMPLE_CENTS, view.creditUSD + extra)),
              })
            : undefined
        }
      />
      <Switch
        label={t('price.allow')}
        description={t('price.allowText')}
        checked={areAllowed}
        disabled={!mayWrite}
        onChange={(event) => setAllowed(event.currentTarget.checked)}
      />
      {mayWrite && (
        <div className={styles.buttons}>
          <Button onClick={save} loading={saving.isPending} disabled={view.isPriced && !isDirty}>
            {t('price.save')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}
