import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Whose credits: the workspace's own, or an org's. Nothing where no org has billing or credits. */
export function AccountFilter({ orgId }: { orgId: string | undefined }) {
  const t = useTexts('billing');
  const navigate = useNavigate({ from: '/app/$region/usage' });
  const { uid } = useWorkspace();
  const orgs = useQuery(query.orgs.list.queryOptions({ input: { uid, limit: 100 } }));
  const shown = (orgs.data?.items ?? []).filter(
    ({ ID, allowBilling, loadTokens }) => allowBilling || loadTokens > 0 || ID === orgId,
  );
  if (shown.length === 0) return null;
  return (
    <Select
      aria-label={t('usage.account')}
      w={260}
      searchable
      nothingFoundMessage={t('usage.noOrg')}
      allowDeselect={false}
      value={orgId ?? ''}
      onChange={(value) => void navigate({ search: (old) => ({ ...old, orgId: value || undefined }), replace: true })}
      data={[{ value: '', label: t('usage.ownAccount') }, ...shown.map(({ ID, name }) => ({ value: ID, label: name }))]}
    />
  );
}
