import { Modal } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { formatCredits } from '../../ui/format/format.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useClient } from '../client-sessions/use-client.ts';
import { AutoRecharge } from './parts/auto-recharge.tsx';
import styles from './parts/client-billing.module.css';
import { OrgCard } from './parts/org-card.tsx';
import { Part } from './parts/part.tsx';
import { PurchaseCredits } from './parts/purchase-credits.tsx';
import { RecentInvoices } from './parts/recent-invoices.tsx';
import { SubscriptionPlans } from './parts/subscription-plans.tsx';
import { useBillingAccount } from './use-billing.ts';

/** What an org has, and buys of its agency. */
export function BillingDashboard({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('client-billing');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('title')} size={600} closeOnClickOutside={false}>
      <p className={styles.subtitle}>{t('subtitle')}</p>
      <Available />
      <Bought />
    </Modal>
  );
}

function Available() {
  const t = useTexts('client-billing');
  const credits = useClient().loadTokens ?? 0;
  return (
    <Part title={t('available')}>
      <p className={styles.balance}>{formatCredits(credits)}</p>
      <p className={styles.quiet}>{t(credits < 1 ? 'empty' : 'hint')}</p>
    </Part>
  );
}

/** Nothing of it where the agency sells nothing. */
function Bought() {
  const t = useTexts('client-billing');
  const { account, isPending, problem, retry } = useBillingAccount();
  if (isPending) return <FormSkeleton fields={3} />;
  if (problem) return <LoadFailure title={t('loadFailed')} problem={problem} onRetry={retry} />;
  if (!account) return <p className={styles.quiet}>{t('notSelling')}</p>;
  return (
    <>
      <SubscriptionPlans account={account} />
      <PurchaseCredits account={account} />
      <AutoRecharge account={account} />
      <OrgCard account={account} />
      <RecentInvoices account={account} />
    </>
  );
}
