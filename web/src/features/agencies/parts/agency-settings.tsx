import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import { Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { mergeSaved } from '../../../ui/forms/merge-saved.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useMe, useWorkspace } from '../../workspaces/use-workspace.ts';
import { AdminLinkSection } from './admin-link-section.tsx';
import styles from './agencies.module.css';
import { toBrand, toChange, toValues } from './agency-values.ts';
import { BrandPreview } from './brand-preview.tsx';
import { DomainSection } from './domain-section.tsx';
import { FooterFields } from './footer-fields.tsx';
import { OverviewFields } from './overview-fields.tsx';
import { StartedDialog } from './started-dialog.tsx';
import { ThemeFields } from './theme-fields.tsx';

/** The specification's order of all tabs; what stands between these comes with its capability. */
const tabs = [
  { index: 0, name: 'overview' },
  { index: 1, name: 'domains' },
  { index: 3, name: 'theme' },
  { index: 6, name: 'footer' },
] as const;

interface AgencySettingsProps {
  view: AgencyView;
  agency: Agency;
}

export function AgencySettings({ view, agency }: AgencySettingsProps) {
  const t = useTexts('agencies');
  const { uid } = useWorkspace();
  const { platformName } = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/app/$region/agency' });
  const { activeTabIndex = 0, started } = useSearch({ from: '/app/$region/agency' });
  const tab = tabs.find(({ index }) => index === activeTabIndex) ?? tabs[0];
  const form = useForm({
    initialValues: toValues(agency),
    validate: { name: (value) => (value.trim() === '' ? t('overview.nameMissing') : null) },
  });
  const saving = useMutation({
    mutationFn: (values: typeof form.values) => api.agencies.update({ uid, ...toChange(values) }),
    meta: { success: t('saved'), failure: t('saveFailed'), kept: t('kept') },
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(query.agencies.get.queryKey({ input: { uid } }), saved);
      if (saved.agency === null) return;
      const values = toValues(saved.agency);
      form.setInitialValues(values);
      form.resetDirty(values);
      form.setValues(mergeSaved(form.getValues(), sent, values));
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const save = form.onSubmit((values) => saving.mutate(values));
  const { canEdit } = view.abilities;
  return (
    <>
      <Tabs
        value={tab.name}
        onChange={(name) =>
          void navigate({ search: { activeTabIndex: tabs.find((one) => one.name === name)?.index || undefined } })
        }
      >
        <Tabs.List>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={styles.columns}>
        <div>
          {tab.name === 'domains' ? (
            <DomainSection view={view} agency={agency} />
          ) : (
            <>
              <form onSubmit={save} noValidate>
                <fieldset className={styles.fieldset} disabled={!canEdit}>
                  {tab.name === 'overview' && <OverviewFields form={form} canEdit={canEdit} />}
                  {tab.name === 'theme' && <ThemeFields form={form} />}
                  {tab.name === 'footer' && <FooterFields form={form} />}
                </fieldset>
              </form>
              {tab.name === 'overview' && (
                <AdminLinkSection
                  agency={agency}
                  clientUrl={view.clientUrl}
                  canRotate={view.abilities.canRotateSecret}
                />
              )}
            </>
          )}
        </div>
        <BrandPreview brand={toBrand(agency, form.values, platformName)} />
      </div>
      {canEdit && (
        <SaveBar
          isDirty={form.isDirty()}
          isSaving={saving.isPending}
          onSave={() => save()}
          onDiscard={() => form.reset()}
        />
      )}
      <StartedDialog isOpen={started === true} onClose={() => void navigate({ search: {}, replace: true })} />
    </>
  );
}
