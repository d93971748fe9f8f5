import type { BillingAccount } from '@antiphon/contract/billing';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatCredits, formatDay } from '../../ui/format/format.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { Invoices } from '../payments/invoices.tsx';
import { PaymentMethod } from '../payments/payment-method.tsx';
import { PlanSection } from '../payments/plan-section.tsx';
import { useTakesPayments } from '../payments/use-takes-payments.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { Figure, Figures } from './parts/figures.tsx';
import { PlanLimits } from './parts/plan-limits.tsx';
import styles from './parts/usage.module.css';

/** The plan, what is left, what goes on without credits, and whom to ask for more. */
export function BillingPage() {
  const t = useTexts('billing');
  const { uid } = useWorkspace();
  const account = useQuery(query.billing.getAccount.queryOptions({ input: { uid } }));
  return (
    <Page width="narrow">
      <PageHeader title={t('account.title')} description={t('account.text')} />
      {account.isPending && <FormSkeleton fields={3} />}
      {account.isError && account.data === undefined && (
        <LoadFailure
          title={t('account.loadFailed')}
          problem={toProblem(account.error)}
          onRetry={() => void account.refetch()}
        />
      )}
      {account.data && <Account account={account.data} />}
    </Page>
  );
}

function Account({ account }: { account: BillingAccount }) {
  const t = useTexts('billing');
  const shell = useTexts('shell');
  const { plan, usedPercent } = useWorkspace();
  const takesPayments = useTakesPayments();
  const { loadTokens, heldTokens, owedTokens, lastGrant, renewsAt } = account;
  return (
    <>
      {loadTokens <= 0 && usedPercent < 100 && (
        <div className={styles.out}>
          <Notice title={t('account.outTitle')}>{t('account.outText')}</Notice>
        </div>
      )}
      <Figures>
        <Figure label={t('usage.balance')} value={formatCredits(loadTokens)} hint={t('usage.balanceHint')} />
        <Figure label={t('usage.held')} value={formatCredits(heldTokens)} hint={t('usage.heldHint')} />
        {owedTokens > 0 && (
          <Figure label={t('account.owed')} value={formatCredits(owedTokens)} hint={t('account.owedHint')} />
        )}
        <Figure label={t('account.lastGrant')} value={formatCredits(lastGrant)} hint={t('account.lastGrantHint')} />
      </Figures>
      <Group mb={24}>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/app/$region/usage" params={{ region: currentRegion() }} />}
        >
          {t('account.seeUsage')}
        </Button>
      </Group>
      <PlanSection
        without={
          <FormSection title={t('account.plan')}>
            <div>
              <p className={styles.plan}>{shell(`plan.${plan}`)}</p>
              <p className={styles.line}>
                {renewsAt === null
                  ? t('account.once', { credits: formatCredits(lastGrant) })
                  : t('account.renews', { date: formatDay(new Date(renewsAt * 1_000)) })}
              </p>
            </div>
          </FormSection>
        }
      />
      <PlanLimits />
      <PaymentMethod />
      <Invoices />
      <FormSection title={t('account.withoutTitle')}>
        <ul className={styles.lines}>
          <li>{t('account.withoutVisitors')}</li>
          <li>{t('account.withoutPeople')}</li>
          <li>{t('account.withoutRest')}</li>
        </ul>
      </FormSection>
      {takesPayments === false && <More contactEmail={account.contactEmail} />}
    </>
  );
}

function More({ contactEmail }: Pick<BillingAccount, 'contactEmail'>) {
  const t = useTexts('billing');
  const { workspaceName } = useWorkspace();
  const subject = encodeURIComponent(t('account.subject', { workspace: workspaceName }));
  return (
    <FormSection
      title={t('account.moreTitle')}
      description={contactEmail === null ? t('account.moreNobody') : t('account.moreText')}
    >
      <Group gap="xs">
        {contactEmail !== null && (
          <Button component="a" href={`mailto:${contactEmail}?subject=${subject}`} data-text="content">
            {contactEmail}
          </Button>
        )}
        <Button component="a" href="/pricing" variant="default">
          {t('account.prices')}
        </Button>
      </Group>
    </FormSection>
  );
}
