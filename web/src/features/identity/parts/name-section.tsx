import type { Profile } from '@antiphon/contract/identity';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';
import { validateName } from '../validate-account.ts';

export function NameSection({ profile }: { profile: Profile }) {
  const t = useTexts('identity');
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { displayName: profile.displayName, photoURL: profile.photoURL },
    validate: { displayName: validateName },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.identity.updateProfile({ ...values, displayName: values.displayName.trim() }),
    meta: { success: t('account.saved'), failure: t('account.saveFailed') },
    onSuccess: (saved) => {
      queryClient.setQueryData(query.identity.getProfile.queryKey(), saved);
      void queryClient.invalidateQueries({ queryKey: query.workspaces.me.key() });
    },
  });
  return (
    <FormSection title={t('account.profile')} description={t('account.profileText')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <PhotoField
          uid={profile.uid}
          name={form.values.displayName}
          url={form.values.photoURL}
          isDisabled={false}
          onChange={(photoURL) => form.setFieldValue('photoURL', photoURL)}
        />
        <TextInput
          mt="sm"
          label={t('name')}
          autoComplete="name"
          maxLength={80}
          {...form.getInputProps('displayName')}
        />
        <Button type="submit" mt="sm" variant="default" loading={save.isPending}>
          {t('account.save')}
        </Button>
      </form>
    </FormSection>
  );
}
