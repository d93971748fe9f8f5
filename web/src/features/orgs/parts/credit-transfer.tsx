import type { Org } from '@antiphon/contract/orgs';
import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits, numberSeparators } from '../../../ui/format/format.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { showFailure } from '../../../ui/states/toasts.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './orgs.module.css';

const directions = ['workspace_to_org', 'org_to_workspace'] as const;
type Direction = (typeof directions)[number];

/** What the org has, and credits moved to it or back. Within the form of the org, and no part of what that saves. */
export function CreditTransfer({ org }: { org: Org }) {
  const t = useTexts('orgs');
  const { uid, loadTokens } = useWorkspace();
  const mayMove = useMay('billing.write');
  const queryClient = useQueryClient();
  const { send } = useSendOnce();
  const [direction, setDirection] = useState<Direction>('workspace_to_org');
  const [amount, setAmount] = useState<number | ''>('');
  const [wrong, setWrong] = useState('');
  const source = direction === 'workspace_to_org' ? loadTokens : org.loadTokens;
  const moving = useMutation({
    mutationFn: (body: { direction: Direction; amount: number }) =>
      send({ org: org.ID, ...body }, (id) => api.orgCredits.transfer({ uid, orgId: org.ID, id, ...body })),
    meta: { success: t('credits.moved'), isFailureShown: true },
    onSuccess: () => {
      setAmount('');
      return Promise.all(
        [query.orgs.key(), query.workspaces.key(), query.billing.key()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (problem.code === 'no_credits') return setWrong(t('credits.notEnough'));
      const isGone = problem.status === 404;
      const title = t(isGone ? 'credits.gone' : 'credits.failed');
      // Without a button to try again: it would still stand there when that has succeeded, and move once more.
      showFailure({ title, problem: isGone ? { ...problem, message: '' } : problem, kept: t('kept') });
    },
  });
  const move = () => {
    if (amount === '' || amount <= 0) return setWrong(t('credits.invalid'));
    if (amount > source) return setWrong(t('credits.notEnough'));
    moving.mutate({ direction, amount });
  };
  return (
    <section className={styles.credits} aria-label={t('credits.title')}>
      <h3 className={styles.creditsTitle}>{t('credits.title')}</h3>
      <dl className={styles.balances}>
        <div>
          <dt>{t('credits.workspace')}</dt>
          <dd>{formatCredits(loadTokens)}</dd>
        </div>
        <div>
          <dt>{t('credits.org')}</dt>
          <dd>{formatCredits(org.loadTokens)}</dd>
        </div>
      </dl>
      {mayMove && (
        <>
          <SegmentedControl
            fullWidth
            aria-label={t('credits.direction')}
            data={directions.map((value) => ({ value, label: t(`credits.directions.${value}`) }))}
            value={direction}
            disabled={moving.isPending}
            onChange={(value) => {
              setDirection(value as Direction);
              setWrong('');
            }}
          />
          <NumberInput
            label={t('credits.amount')}
            hideControls
            min={0}
            decimalScale={6}
            {...numberSeparators()}
            value={amount}
            error={wrong}
            disabled={moving.isPending}
            onChange={(value) => {
              setAmount(typeof value === 'number' ? value : '');
              setWrong('');
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It would save the org's form.
              event.preventDefault();
              move();
            }}
          />
          <div>
            <Button variant="default" loading={moving.isPending} onClick={move}>
              {t('credits.move')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
