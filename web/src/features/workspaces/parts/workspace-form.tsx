import { limits } from '@antiphon/contract/limits';
import type { Workspace } from '@antiphon/contract/workspaces';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { mergeSaved } from '../../../ui/forms/merge-saved.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';

interface WorkspaceFormProps {
  workspace: Workspace;
  onDirtyChange?: ((isDirty: boolean) => void) | undefined;
  /** What stands between the fields and the save bar. */
  children: ReactNode;
}

/** Name and photo, which are saved; id and region, which are not. */
export function WorkspaceForm({ workspace, onDirtyChange, children }: WorkspaceFormProps) {
  const t = useTexts('workspaces');
  const { uid, region, abilities } = workspace;
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { workspaceName: workspace.workspaceName, workspacePhotoURL: workspace.workspacePhotoURL },
    validate: { workspaceName: (value) => (value.trim() === '' ? t('form.nameMissing') : null) },
  });
  const isDirty = form.isDirty();
  useEffect(() => {
    onDirtyChange?.(isDirty);
  }, [isDirty, onDirtyChange]);
  const saving = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.workspaces.update({ uid, ...values }).catch((error) => {
        const problem = toProblem(error);
        throw problem.status === 404 ? { ...problem, message: t('gone') } : error;
      }),
    meta: { success: t('saved'), failure: t('saveFailed'), kept: t('saveKept'), fields: Object.keys(form.values) },
    onSuccess: async ({ workspaceName, workspacePhotoURL }, sent) => {
      const values = { workspaceName, workspacePhotoURL };
      form.setInitialValues(values);
      form.resetDirty(values);
      form.setValues(mergeSaved(form.getValues(), sent, values));
      await queryClient.invalidateQueries({ queryKey: query.workspaces.key() });
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const save = form.onSubmit((values) => saving.mutate(values));
  return (
    <>
      <form onSubmit={save} noValidate>
        <FormSection title={t('workspace')}>
          <PhotoField
            uid={uid}
            name={form.values.workspaceName}
            url={form.values.workspacePhotoURL}
            isDisabled={!abilities.canRename}
            onChange={(url) => form.setFieldValue('workspacePhotoURL', url)}
          />
          <TextInput
            label={t('form.name')}
            maxLength={limits.workspaceNameCharsMax}
            disabled={!abilities.canRename}
            description={abilities.canRename ? undefined : t('form.readOnly')}
            {...form.getInputProps('workspaceName')}
          />
          <CopyField label={t('form.uid')} value={uid} />
          <TextInput label={t('form.region')} value={t(`form.${region}`)} readOnly description={t('form.regionHint')} />
        </FormSection>
      </form>
      {children}
      {abilities.canRename && (
        <SaveBar isDirty={isDirty} isSaving={saving.isPending} onSave={() => save()} onDiscard={() => form.reset()} />
      )}
    </>
  );
}
