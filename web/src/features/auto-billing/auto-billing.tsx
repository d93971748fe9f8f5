import type { ConnectView } from '@antiphon/contract/connect';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { ConnectSection } from './parts/connect-section.tsx';
import { PlansSection } from './parts/plans-section.tsx';
import { PriceSection } from './parts/price-section.tsx';

/** `arrival`: how somebody comes from the payment provider's pages. */
interface AutoBillingProps {
  arrival: 'back' | 'again' | undefined;
  onArrived: () => void;
}

/** What clients pay: on whose account, for a credit, and every month. Each step is saved by itself. */
export function AutoBilling({ arrival, onArrived }: AutoBillingProps) {
  const t = useTexts('auto-billing');
  const { uid, permissions } = useWorkspace();
  const view = useQuery(query.connect.get.queryOptions({ input: { uid } }));
  const mayWrite = permissions.includes('billing.write');
  return (
    <>
      {view.isPending && <FormSkeleton fields={4} />}
      {view.isError && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(view.error)} onRetry={() => void view.refetch()} />
      )}
      {view.data && (
        <>
          {!mayWrite && <Notice>{t('mayNot')}</Notice>}
          <ConnectSection view={view.data} mayWrite={mayWrite} arrival={arrival} onArrived={onArrived} />
          <PriceSection view={view.data} mayWrite={mayWrite} />
          <Plans view={view.data} mayWrite={mayWrite} />
        </>
      )}
    </>
  );
}

function Plans({ view, mayWrite }: { view: ConnectView; mayWrite: boolean }) {
  const t = useTexts('auto-billing');
  const isReady = view.stripeConnect.isConnected && view.isPriced;
  if (isReady && view.stripeConnect.allowPlans) return <PlansSection view={view} mayWrite={mayWrite} />;
  return (
    <FormSection title={t('plans.title')} description={t('plans.text')}>
      <p style={{ margin: 0, color: 'var(--ui-muted)' }}>{t(isReady ? 'plans.off' : 'plans.tooEarly')}</p>
    </FormSection>
  );
}
