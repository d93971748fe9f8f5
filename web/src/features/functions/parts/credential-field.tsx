import { sayFunctionFault } from '@antiphon/contract/function-faults';
import type { CallCredentialId } from '@antiphon/contract/ids';
import { Anchor, Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { CallCredentialDrawer } from '../../credentials/call-credential-drawer.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { fieldId, useEditor } from './editor-context.ts';
import { sayFault } from './find-faults.ts';
import styles from './functions.module.css';

const NONE = '';

/** Which secret is sent along. One can be stored here, so that nothing that was typed is left. */
export function CredentialField({ onChange }: { onChange: (id: CallCredentialId | null) => void }) {
  const t = useTexts('functions');
  const { draft, faultAt } = useEditor();
  const { uid } = useWorkspace();
  const mayStore = useMay('credentials.write');
  const [isStoring, storing] = useDisclosure(false);
  const list = useQuery(query.callCredentials.list.queryOptions({ input: { uid } }));
  const { origin, credentialId } = draft.request;
  const items = list.data?.items ?? [];
  const chosen = items.find(({ id }) => id === credentialId);
  const isGone = credentialId !== null && list.isSuccess && !chosen;
  const isElsewhere = chosen !== undefined && origin !== '' && !chosen.origins.includes(origin);
  const own = isGone
    ? sayFunctionFault('credentialGone')
    : isElsewhere && sayFunctionFault('credentialElsewhere', { origin });
  return (
    <div>
      {list.isError && !list.data ? (
        <LoadFailure
          title={t('labels.credentialId')}
          problem={toProblem(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Select
          id={fieldId('request.credentialId')}
          label={t('labels.credentialId')}
          description={t('hints.credentialId')}
          allowDeselect={false}
          disabled={list.isPending}
          error={own ? sayFault(own) : faultAt('request.credentialId')}
          value={credentialId ?? NONE}
          data={[
            { value: NONE, label: t('noCredential') },
            ...items.map(({ id, label, origins }) => ({
              value: id as string,
              label: origin === '' || origins.includes(origin) ? label : t('notHere', { label }),
            })),
            ...(isGone ? [{ value: credentialId as string, label: t('goneCredential') }] : []),
          ]}
          onChange={(id) => id !== null && onChange(id === NONE ? null : (id as CallCredentialId))}
        />
      )}
      <div className={styles.buttons}>
        {mayStore && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={storing.open}
          >
            {t('storeCredential')}
          </Button>
        )}
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/app/$region/credentials"
              params={{ region: currentRegion() }}
              hash="functions"
              target="_blank"
              {...props}
            />
          )}
        >
          {t('manageCredentials')}
        </Anchor>
      </div>
      <CallCredentialDrawer
        isOpen={isStoring}
        origin={origin}
        onClose={storing.close}
        onSaved={({ id }) => onChange(id)}
      />
    </div>
  );
}
