import type { WebhookEndpoint, WebhookEventType } from '@antiphon/contract/webhooks';
import { Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors, isAtFields } from '../../../ui/forms/form-issues.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { mergeSaved } from '../../../ui/forms/merge-saved.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { EndpointActions } from './endpoint-actions.tsx';

// Written out: the schema would bring its library into the page.
const types: WebhookEventType[] = [
  'conversation_started',
  'conversation_ended',
  'conversation_rated',
  'answer_rated',
  'lead_created',
  'agent_published',
  'credits_low',
  'client_created',
  'agency_subdomain_verified',
];
/** Told to whoever asks for it. */
const ofAgencies: WebhookEventType[] = ['client_created', 'agency_subdomain_verified'];

interface EndpointFormProps {
  /** Null for the first one. */
  endpoint: WebhookEndpoint | null;
  mayWrite: boolean;
  /** Of the first one. */
  onCancel: () => void;
  /** A secret was made: it must be shown now, whatever becomes of this form. */
  onSecret: (secret: string) => void;
  /** What stands between the form and its bar. */
  children?: ReactNode;
}

export function EndpointForm({ endpoint, mayWrite, onCancel, onSecret, children }: EndpointFormProps) {
  const t = useTexts('webhooks');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      endpoint: endpoint?.endpoint ?? '',
      subscribedEvents: endpoint?.subscribedEvents ?? types.filter((type) => !ofAgencies.includes(type)),
    },
    validate: {
      endpoint: (value) => checkAddress(value, t('errors.endpoint'), t('errors.https')),
      subscribedEvents: (value) => (value.length === 0 ? t('errors.events') : null),
    },
  });
  const saving = useMutation({
    mutationFn: (values: typeof form.values) => api.webhooks.save({ uid, ...values }),
    meta: { success: t('form.saved'), isFailureShown: true },
    onSuccess: (saved, sent) => {
      const { endpoint: address, subscribedEvents } = saved.endpoint;
      const values = { endpoint: address, subscribedEvents };
      form.setInitialValues(values);
      form.resetDirty(values);
      form.setValues(mergeSaved(form.getValues(), sent, values));
      if (saved.secret !== null) onSecret(saved.secret);
      return queryClient.invalidateQueries({ queryKey: query.webhooks.key() });
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const submit = form.onSubmit((values) => saving.mutate(values));
  return (
    <>
      <form noValidate onSubmit={submit}>
        <FormSection title={t('form.title')}>
          <TextInput
            label={t('form.endpoint')}
            description={t('form.endpointHint')}
            placeholder="https://example.com/events"
            inputMode="url"
            dir="ltr"
            maxLength={2_000}
            readOnly={!mayWrite}
            data-autofocus={endpoint === null || undefined}
            {...form.getInputProps('endpoint')}
          />
          <Checkbox.Group label={t('form.events')} readOnly={!mayWrite} {...form.getInputProps('subscribedEvents')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={10} mt={8}>
              {types.map((type) => (
                <Checkbox key={type} value={type} label={t(`types.${type}`)} description={<code>{type}</code>} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          {saving.isError && !isAtFields(toProblem(saving.error).issues, Object.keys(form.values)) && (
            <LoadFailure
              title={t('form.saveFailed')}
              problem={{
                ...toProblem(saving.error),
                message: t('kept', { error: toProblem(saving.error).message }),
              }}
            />
          )}
          {endpoint === null && mayWrite && (
            <Group>
              <Button type="submit" loading={saving.isPending}>
                {t('form.add')}
              </Button>
              <Button variant="default" onClick={onCancel}>
                {ui('cancel')}
              </Button>
            </Group>
          )}
          {endpoint && mayWrite && <EndpointActions isPaused={endpoint.pausedAt !== null} />}
        </FormSection>
      </form>
      {children}
      {endpoint && mayWrite && (
        <SaveBar
          isDirty={form.isDirty()}
          isSaving={saving.isPending}
          onSave={() => submit()}
          onDiscard={() => form.reset()}
        />
      )}
    </>
  );
}

/** What can be told at once; whether the address is a public one is the server's to say. */
function checkAddress(value: string, missing: string, wrong: string): string | null {
  if (value.trim() === '') return missing;
  const protocol = URL.parse(value.trim())?.protocol;
  // http goes to addresses that the operator of the installation trusts.
  return protocol === 'https:' || protocol === 'http:' ? null : wrong;
}
