import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { DashboardLayout, Org } from '@antiphon/contract/orgs';
import { Button, Group, SegmentedControl, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { languages } from '../../../texts/languages.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { showFailure } from '../../../ui/states/toasts.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AccessFields } from '../access-fields.tsx';
import { DeleteOrg } from './delete-org.tsx';
import { newOrg } from './new-org.ts';
import { OrgBilling } from './org-billing.tsx';
import styles from './orgs.module.css';

const switches = ['smartHandoff', 'disableHandoffMessages', 'enableCannedResponses', 'continousSessionUI'] as const;
const layouts: readonly DashboardLayout[] = ['vertical', 'horizontal'];
const MESSAGE_MAX = 1_024;

type OrgFields = Omit<Org, 'ID' | 'widgetIDs' | 'agents' | 'clients' | 'loadTokens' | 'usedPercent' | 'lastModified'>;

function fieldsOf(org: Org): OrgFields {
  const {
    ID: _id,
    widgetIDs: _ids,
    agents: _agents,
    clients: _clients,
    loadTokens: _tokens,
    usedPercent: _percent,
    lastModified: _at,
    ...fields
  } = org;
  return fields;
}

interface OrgFormProps {
  /** Missing where one is added: it is made when it is saved. */
  org?: Org;
  onDone: () => void;
}

/** All of an org but its people and agents. */
export function OrgForm({ org, onDone }: OrgFormProps) {
  const t = useTexts('orgs');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm<OrgFields>({
    initialValues: org ? fieldsOf(org) : newOrg(),
    validate: { name: (value) => (value.trim() === '' ? t('nameMissing') : null) },
  });
  const saving = useMutation({
    mutationFn: (values: OrgFields) =>
      org ? api.orgs.update({ uid, orgId: org.ID, ...values }) : api.orgs.create({ uid, ...values }),
    // The notice of a failure holds what the server said.
    meta: { success: t(org ? 'saved' : 'added'), isFailureShown: true },
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: query.orgs.key() });
    },
    onError: (error, values) => {
      const problem = toProblem(error);
      form.setErrors(fieldErrors(problem.issues, form.getValues()));
      showFailure({
        title: t(org ? 'saveFailed' : 'addFailed', { message: problem.message || t('unknownError') }),
        problem,
        kept: t('kept'),
        ...(problem.status === 0 || problem.status >= 500 ? { onRetry: () => saving.mutate(values) } : {}),
      });
    },
  });
  const { values } = form;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((sent) => saving.mutate(sent))}>
      <TextInput
        label={t('name')}
        maxLength={80}
        data-autofocus
        onFocus={(event) => !org && event.currentTarget.select()}
        {...form.getInputProps('name')}
      />
      <PhotoField
        uid={uid}
        name={values.name}
        url={values.squarePhotoURL}
        isDisabled={false}
        onChange={(url) => form.setFieldValue('squarePhotoURL', url)}
      />
      <Select<DashboardLanguage>
        label={t('language')}
        allowDeselect={false}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.getInputProps('preferredLanguage')}
      />
      <div>
        <span className={styles.label} id="dashboard-layout">
          {t('layout')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby="dashboard-layout"
          data={layouts.map((value) => ({ value, label: t(`layouts.${value}`) }))}
          value={values.dashboardLayout}
          onChange={(value) => form.setFieldValue('dashboardLayout', value as DashboardLayout)}
        />
      </div>
      {org && <OrgBilling org={org} {...form.getInputProps('allowBilling', { type: 'checkbox' })} />}
      <TagsInput
        label={t('tags')}
        description={t('tagsHint')}
        maxTags={100}
        acceptValueOnBlur
        {...form.getInputProps('predefinedTags')}
      />
      <Switch label={t('onlyTags')} {...form.getInputProps('disallowAnyTags', { type: 'checkbox' })} />
      <AccessFields
        label={t('defaultAccess')}
        canAccess={values.defaultClientAccess}
        order={values.defaultClientTabOrder}
        onChange={(defaultClientAccess, defaultClientTabOrder) =>
          form.setValues({ defaultClientAccess, defaultClientTabOrder })
        }
      />
      <FormSection title={t('settingsTitle')}>
        <Switch
          label={t('disableHandoff')}
          description={t('disableHandoffHint')}
          {...form.getInputProps('disableHandoff', { type: 'checkbox' })}
        />
        {switches.map((name) => (
          <Switch
            key={name}
            label={t(`settings.${name}`)}
            description={t(`hints.${name}`)}
            {...form.getInputProps(`settings.${name}`, { type: 'checkbox' })}
          />
        ))}
        <Switch
          label={t('settings.disableClientAccess')}
          description={t('hints.disableClientAccess')}
          {...form.getInputProps('settings.disableClientAccess', { type: 'checkbox' })}
        />
        {values.settings.disableClientAccess && (
          <Textarea
            label={t('settings.disableClientAccessMessage')}
            description={t('messageHint')}
            maxLength={MESSAGE_MAX}
            autosize
            minRows={2}
            {...form.getInputProps('settings.disableClientAccessMessage')}
          />
        )}
      </FormSection>
      <Group justify={org ? 'space-between' : 'flex-end'} gap="xs">
        {org && <DeleteOrg org={org} onDone={onDone} />}
        <Group gap="xs">
          <Button variant="default" onClick={onDone}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {ui('save')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
