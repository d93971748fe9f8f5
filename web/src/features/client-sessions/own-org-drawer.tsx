import type { ClientMe, ClientOrg } from '@antiphon/contract/client-sessions';
import { Button, Drawer, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../api.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { fieldErrors } from '../../ui/forms/form-issues.ts';
import { showFailure } from '../../ui/states/toasts.tsx';
import { PhotoField } from '../uploads/photo-field.tsx';
import styles from './parts/account.module.css';

interface OwnOrgDrawerProps {
  org: ClientOrg;
  isOpen: boolean;
  onClose: () => void;
}

/** What the admins of an org change of it themselves: its name and its logo. */
export function OwnOrgDrawer({ org, isOpen, onClose }: OwnOrgDrawerProps) {
  const t = useTexts('client-account');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('org.title')}>
      <OrgForm key={`${org.name}${org.squarePhotoURL}`} org={org} onDone={onClose} />
    </Drawer>
  );
}

function OrgForm({ org, onDone }: { org: ClientOrg; onDone: () => void }) {
  const t = useTexts('client-account');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const { queryKey } = query.clientSessions.getMe.queryOptions();
  const form = useForm({
    initialValues: { name: org.name, squarePhotoURL: org.squarePhotoURL },
    validate: { name: (value) => (value.trim() === '' ? t('org.nameMissing') : null) },
  });
  const saving = useMutation({
    mutationFn: (fields: typeof form.values) => api.clientSessions.updateOrg(fields),
    meta: { success: t('org.saved'), isFailureShown: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, (me: ClientMe | undefined) =>
        me?.org ? { ...me, org: { ...me.org, ...saved } } : me,
      );
      onDone();
    },
    onError: (error, fields) => {
      const problem = toProblem(error);
      form.setErrors(fieldErrors(problem.issues, form.getValues()));
      showFailure({
        title: say('client-account', 'org.saveFailed', { message: problem.message || t('org.unknownError') }),
        problem,
        kept: t('kept'),
        onRetry: () => saving.mutate(fields),
      });
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => saving.mutate(fields))}>
      <TextInput label={t('org.name')} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <PhotoField
        uid={null}
        name={form.values.name}
        url={form.values.squarePhotoURL}
        isDisabled={false}
        onChange={(url) => form.setFieldValue('squarePhotoURL', url)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {ui('save')}
        </Button>
      </Group>
    </form>
  );
}
