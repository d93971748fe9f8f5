import type { Org } from '@antiphon/contract/orgs';
import { Switch, type SwitchProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { CreditTransfer } from './credit-transfer.tsx';
import { OrgHistory } from './org-history.tsx';

interface OrgBillingProps extends SwitchProps {
  org: Org;
}

/** Whether the org pays for its agents, as the form has it; credits are moved once that is saved. */
export function OrgBilling({ org, ...input }: OrgBillingProps) {
  const t = useTexts('orgs');
  const mayBill = useMay('billing.write');
  const { uid } = useWorkspace();
  // Whether clients can pay; where nobody can, there is nothing to ask about.
  const connect = useQuery(query.connect.get.queryOptions({ input: { uid }, retry: false }));
  const isConnected = connect.isPending ? undefined : (connect.data?.stripeConnect.isConnected ?? false);
  const isOff = !org.allowBilling;
  const isEmpty = org.loadTokens <= 0;
  return (
    <FormSection title={t('billing.title')}>
      <Switch
        label={t('billing.allow')}
        description={
          isConnected === false && isOff
            ? t('billing.notConnected')
            : isOff && org.loadTokens > 0
              ? t('billing.kept', { credits: formatCredits(org.loadTokens) })
              : t('billing.allowHint')
        }
        disabled={!mayBill || (isOff && isConnected !== true)}
        {...input}
      />
      {isOff && input.checked && isEmpty && <Notice>{t('billing.beginsEmpty')}</Notice>}
      {org.allowBilling && (org.usedPercent >= 90 || isEmpty) && (
        <Notice>{t(org.usedPercent === 100 || isEmpty ? 'billing.out' : 'billing.low')}</Notice>
      )}
      {org.allowBilling && <CreditTransfer org={org} />}
      {org.allowBilling && <OrgHistory org={org} />}
    </FormSection>
  );
}
