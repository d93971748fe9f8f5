import type { Client } from '@antiphon/contract/clients';
import type { OrgId } from '@antiphon/contract/ids';
import type { AgentFace } from '@antiphon/contract/orgs';
import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { AccessFields } from '../../orgs/access-fields.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { generatePassword } from '../generate-password.ts';
import { PasswordField } from '../password-field.tsx';
import { useInvitation } from '../use-invitation.ts';
import { AgentsField } from './agents-field.tsx';
import styles from './clients.module.css';

interface ClientFormProps {
  orgId: OrgId;
  /** Missing where one is added. */
  client?: Client;
  start: Pick<Client, 'canAccess' | 'clientTabOrder'>;
  /** Of the org, for one who is added: all of them are chosen at first. */
  agents?: AgentFace[];
  onSaved: () => void;
  onClose: () => void;
}

/** A person of an org. What stands here is what was sent: the stored password is never shown. */
export function ClientForm({ orgId, client, start, agents = [], onSaved, onClose }: ClientFormProps) {
  const t = useTexts('clients');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const required = (value: string) => (value.trim() === '' ? t('form.missing') : null);
  const form = useForm({
    initialValues: {
      name: client?.name ?? '',
      email: client?.email ?? '',
      dashboardPassword: client ? '' : generatePassword(),
      squarePhotoURL: client?.squarePhotoURL ?? '',
      canAccess: start.canAccess,
      clientTabOrder: start.clientTabOrder,
      widgetIDs: agents.map(({ ID }) => ID),
      isOrgAdmin: client?.isOrgAdmin ?? false,
      allowCreateAgents: client?.allowCreateAgents ?? false,
    },
    validate: {
      name: required,
      email: required,
      dashboardPassword: client ? () => null : required,
    },
  });
  const agency = useQuery(query.agencies.get.queryOptions({ input: { uid }, enabled: !client }));
  // Without an address of the agency there is nowhere to sign in.
  const mayInvite = !client && agency.isSuccess && agency.data.clientUrl !== '';
  const [invites, setInvites] = useState(true);
  const invitation = useInvitation(form.values.email.trim());
  const saving = useMutation({
    mutationFn: ({ dashboardPassword, widgetIDs, ...fields }: typeof form.values) =>
      client
        ? api.clients.update({
            uid,
            clientId: client.ID,
            ...fields,
            ...(dashboardPassword ? { dashboardPassword } : {}),
          })
        : api.clients.create({ uid, orgId, ...fields, widgetIDs, dashboardPassword }),
    meta: {
      success: t(client ? 'edit.done' : 'add.done'),
      failure: t(client ? 'edit.failed' : 'add.failed'),
      kept: t('kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async (saved) => {
      if (mayInvite && invites) invitation.mutate(saved);
      onSaved();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.clients.key() }),
        queryClient.invalidateQueries({ queryKey: query.orgs.key() }),
      ]);
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const { values } = form;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((sent) => saving.mutate(sent))}>
      <TextInput label={t('form.name')} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('form.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <PasswordField
        value={values.dashboardPassword}
        onChange={(value) => form.setFieldValue('dashboardPassword', value)}
        error={form.errors.dashboardPassword}
        isReplacing={client !== undefined}
      />
      <PhotoField
        uid={uid}
        name={values.name}
        url={values.squarePhotoURL}
        isDisabled={false}
        onChange={(url) => form.setFieldValue('squarePhotoURL', url)}
      />
      {!client && (
        <AgentsField
          agents={agents}
          chosen={values.widgetIDs}
          onChange={(widgetIDs) => form.setFieldValue('widgetIDs', widgetIDs)}
        />
      )}
      <AccessFields
        label={t('form.access')}
        canAccess={values.canAccess}
        order={values.clientTabOrder}
        onChange={(canAccess, clientTabOrder) => form.setValues({ canAccess, clientTabOrder })}
      />
      <Switch
        label={t('form.orgAdmin')}
        description={t('form.orgAdminHint')}
        {...form.getInputProps('isOrgAdmin', { type: 'checkbox' })}
      />
      <Switch
        label={t('form.allowCreateAgents')}
        description={t('form.allowCreateAgentsHint')}
        {...form.getInputProps('allowCreateAgents', { type: 'checkbox' })}
      />
      {mayInvite && (
        <Switch
          label={t('form.invites')}
          description={t('form.invitesHint')}
          checked={invites}
          onChange={(event) => setInvites(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {client ? ui('save') : t('add.action')}
        </Button>
      </Group>
    </form>
  );
}
