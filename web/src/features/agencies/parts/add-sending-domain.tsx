import { readFault } from '@antiphon/contract/domain-faults';
import { useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import type { Problem } from '../../../problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AddDomainForm } from './add-domain-form.tsx';

export function AddSendingDomain() {
  const t = useTexts('agency-email');
  const ofNames = useTexts('agency-domains');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const refusalOf = ({ code, message }: Problem) => {
    if (code === 'domain_taken') return t('taken');
    const read = readFault(message);
    return code === 'invalid_input' && (read ? ofNames(`faults.${read.fault}`) : t('malformed'));
  };
  return (
    <AddDomainForm
      texts={{ domain: t('domain'), hint: t('domainHint'), add: t('add'), failed: t('addFailed'), kept: t('kept') }}
      needsName
      add={(typed) => api.sendingDomains.add({ domain: typed.trim(), uid })}
      onAdded={({ data }) => {
        showSuccess(t('added'));
        queryClient.setQueryData(query.sendingDomains.get.queryKey({ input: { id: data.id } }), { data });
        return queryClient.invalidateQueries({ queryKey: query.agencies.key() });
      }}
      refusalOf={refusalOf}
    />
  );
}
