import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../api.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { fieldErrors } from '../../ui/form-issues.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { SecretSection } from './parts/secret-section.tsx';
import { useMay, useWorkspace } from './use-workspace.ts';

const regionNames = { na: 'North America (Virginia)', eu: 'Europe (Frankfurt)' };

export function WorkspaceSettingsPage() {
  const workspace = useWorkspace();
  const mayWrite = useMay('members.write');
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { workspaceName: workspace.workspaceName },
    validate: { workspaceName: (value) => (value.trim() === '' ? 'Please enter a workspace name.' : null) },
  });
  const saving = useMutation({
    mutationFn: (values: { workspaceName: string }) => api.workspaces.update({ uid: workspace.uid, ...values }),
    meta: {
      success: 'Successfully saved workspace data.',
      failure: 'Failed to save workspace.',
      kept: 'Your changes are still on the page.',
    },
    onSuccess: async ({ workspaceName }) => {
      form.setInitialValues({ workspaceName });
      form.reset();
      await queryClient.invalidateQueries({ queryKey: query.workspaces.key() });
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const save = form.onSubmit((values) => saving.mutate(values));
  return (
    <Page width="narrow">
      <PageHeader title="Workspace settings" />
      <form onSubmit={save} noValidate>
        <FormSection title="Workspace">
          <TextInput
            label="Name"
            maxLength={80}
            disabled={!mayWrite}
            description={mayWrite ? undefined : 'Only members who may manage the workspace can change it.'}
            {...form.getInputProps('workspaceName')}
          />
          <CopyField label="Workspace id" value={workspace.uid} />
          <TextInput
            label="Region"
            value={regionNames[workspace.region]}
            readOnly
            description="Where the data of this workspace is kept. It is fixed when the workspace is created."
          />
        </FormSection>
      </form>
      <SecretSection workspace={workspace} />
      {mayWrite && (
        <SaveBar
          isDirty={form.isDirty()}
          isSaving={saving.isPending}
          onSave={() => save()}
          onDiscard={() => form.reset()}
        />
      )}
    </Page>
  );
}
