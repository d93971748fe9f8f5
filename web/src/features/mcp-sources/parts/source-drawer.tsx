import type { CallCredentialId } from '@antiphon/contract/ids';
import { Button, Drawer, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { CallCredentialDrawer } from '../../credentials/call-credential-drawer.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { saySourceFault } from './say-source-fault.ts';
import { useKeepSource } from './use-keep-source.ts';

const NONE = '';
const FIELDS = ['name', 'url', 'credentialId'];

/** A server that is not known yet. It is asked at once; where it cannot be, nothing is stored, and the field says why. */
export function SourceDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('mcp-sources');
  const ui = useTexts('ui');
  useTexts('function-faults');
  const { uid } = useWorkspace();
  const navigate = useNavigate();
  const keep = useKeepSource();
  const sending = useSendOnce();
  const form = useForm({
    initialValues: { name: '', url: '', credentialId: NONE },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      url: (url) => (originOf(url) === '' ? t('form.urlMissing') : null),
    },
  });
  const adding = useMutation({
    mutationFn: ({ name, url, credentialId }: typeof form.values) => {
      const sent = { uid, name, url, credentialId: credentialId === NONE ? null : (credentialId as CallCredentialId) };
      return sending.send(sent, (idempotencyKey) => api.mcpSources.create(sent, { context: { idempotencyKey } }));
    },
    meta: { failure: t('form.failed'), kept: t('form.kept'), fields: FIELDS },
    onSuccess: async (source) => {
      await keep(source);
      await navigate({
        to: '/app/$region/integrations/mcp/$sourceId',
        params: { region: currentRegion(), sourceId: source.id },
      });
    },
    onError: (error) => {
      const issues = toProblem(error).issues.map(({ path, message }) => ({ path, message: saySourceFault(message) }));
      form.setErrors(fieldErrors(issues, form.getValues()));
    },
  });
  return (
    <Drawer opened onClose={onClose} title={t('add')}>
      <form noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
        <Stack>
          <Text size="sm" c="var(--ui-muted)">
            {t('form.text')}
          </Text>
          <TextInput label={t('form.name')} data-autofocus maxLength={80} {...form.getInputProps('name')} />
          <TextInput
            label={t('form.url')}
            description={t('form.urlHint')}
            placeholder="https://mcp.example.com/mcp"
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            maxLength={1_000}
            {...form.getInputProps('url')}
          />
          <CredentialChoice
            origin={originOf(form.values.url)}
            value={form.values.credentialId}
            error={form.errors.credentialId}
            onChange={(id) => form.setFieldValue('credentialId', id)}
          />
          <Group gap="xs">
            <Button type="submit" loading={adding.isPending}>
              {t('form.go')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}

interface CredentialChoiceProps {
  origin: string;
  value: string;
  error: React.ReactNode;
  onChange: (id: string) => void;
}

function CredentialChoice({ origin, value, error, onChange }: CredentialChoiceProps) {
  const t = useTexts('mcp-sources');
  const { uid } = useWorkspace();
  const mayStore = useMay('credentials.write');
  const [isStoring, storing] = useDisclosure(false);
  const list = useQuery(query.callCredentials.list.queryOptions({ input: { uid } }));
  return (
    <Stack gap="xs" align="stretch">
      <Select
        label={t('form.credential')}
        description={t('form.credentialHint')}
        allowDeselect={false}
        error={error ?? (list.isError ? toProblem(list.error).message : undefined)}
        value={value}
        data={[
          { value: NONE, label: t('form.noCredential') },
          ...(list.data?.items ?? []).map(({ id, label, origins }) => ({
            value: id as string,
            label: origin === '' || origins.includes(origin) ? label : t('form.notHere', { label }),
          })),
        ]}
        onChange={(id) => onChange(id ?? NONE)}
      />
      {mayStore && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={storing.open}
        >
          {t('form.store')}
        </Button>
      )}
      <CallCredentialDrawer
        isOpen={isStoring}
        origin={origin}
        onClose={storing.close}
        onSaved={({ id }) => onChange(id)}
      />
    </Stack>
  );
}

const originOf = (text: string): string => {
  const url = URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : '';
};
