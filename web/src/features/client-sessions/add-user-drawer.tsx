import type { ClientOrg } from '@antiphon/contract/client-sessions';
import { Button, Drawer, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { fieldErrors } from '../../ui/forms/form-issues.ts';
import { generatePassword } from '../clients/generate-password.ts';
import { PasswordField } from '../clients/password-field.tsx';
import { PhotoField } from '../uploads/photo-field.tsx';
import styles from './parts/account.module.css';

interface AddUserDrawerProps {
  org: ClientOrg;
  isOpen: boolean;
  onClose: () => void;
}

/** A further person of one's own org, who begins with the pages that the org gives its people. */
export function AddUserDrawer({ org, isOpen, onClose }: AddUserDrawerProps) {
  const t = useTexts('client-account');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('addUser.title')} keepMounted={false}>
      <p className={styles.hint}>{t('addUser.hint', { name: org.name })}</p>
      <AddUserForm onDone={onClose} />
    </Drawer>
  );
}

function AddUserForm({ onDone }: { onDone: () => void }) {
  const t = useTexts('client-account');
  const ui = useTexts('ui');
  const required = (value: string) => (value.trim() === '' ? t('addUser.missing') : null);
  const form = useForm({
    initialValues: { name: '', email: '', dashboardPassword: generatePassword(), squarePhotoURL: '' },
    validate: { name: required, email: required, dashboardPassword: required },
  });
  const adding = useMutation({
    mutationFn: (fields: typeof form.values) => api.clientSessions.addUser(fields),
    meta: {
      success: t('addUser.done'),
      failure: t('addUser.failed'),
      kept: t('kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: onDone,
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => adding.mutate(fields))}>
      <TextInput label={t('name')} maxLength={80} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <PasswordField
        value={form.values.dashboardPassword}
        onChange={(value) => form.setFieldValue('dashboardPassword', value)}
        error={form.errors.dashboardPassword}
        isReplacing={false}
      />
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
        <Button type="submit" loading={adding.isPending}>
          {t('addUser.action')}
        </Button>
      </Group>
    </form>
  );
}
