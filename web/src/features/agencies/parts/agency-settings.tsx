import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import { Tabs, Tooltip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { useMe } from '../../workspaces/use-workspace.ts';
import { AdminLinkSection } from './admin-link-section.tsx';
import styles from './agencies.module.css';
import { indexOf, type TabName, tabs } from './agency-tab-names.ts';
import { toBrand } from './agency-values.ts';
import { BrandPreview } from './brand-preview.tsx';
import { CssFields } from './css-fields.tsx';
import { CustomDomainSection } from './custom-domain-section.tsx';
import { CustomTabs } from './custom-tabs.tsx';
import { DomainSection } from './domain-section.tsx';
import { EmailSection } from './email-section.tsx';
import { FooterFields } from './footer-fields.tsx';
import { OverviewFields } from './overview-fields.tsx';
import { PreviewButton } from './preview-button.tsx';
import { SameFieldDialog } from './same-field-dialog.tsx';
import { StartedDialog } from './started-dialog.tsx';
import { ThemeFields } from './theme-fields.tsx';
import { UpgradeLine } from './upgrade-line.tsx';
import { useAgencyForm } from './use-agency-form.ts';
import { useFont } from './use-font.ts';
import { useScopedCss } from './use-scoped-css.ts';
import { useShownFaults } from './use-shown-faults.ts';

const AutoBilling = lazy(() =>
  import('../../auto-billing/auto-billing.tsx').then((module) => ({ default: module.AutoBilling })),
);

interface AgencySettingsProps {
  view: AgencyView;
  agency: Agency;
}

export function AgencySettings({ view, agency }: AgencySettingsProps) {
  const t = useTexts('agencies');
  const ofBilling = useTexts('auto-billing');
  const { platformName } = useMe();
  const navigate = useNavigate({ from: '/app/$region/agency' });
  const { activeTabIndex = 0, started, connect } = useSearch({ from: '/app/$region/agency' });
  const { autoBilling } = view.abilities;
  const shown = tabs.filter(({ name }) => name !== 'autoBilling' || autoBilling !== 'not_offered');
  const tab = shown.find(({ index }) => index === activeTabIndex) ?? tabs[0];
  const isClosed = (name: string | null) => name === 'autoBilling' && autoBilling === 'needs_plan';
  const open = (name: string | null) =>
    void (isClosed(name) || navigate({ search: { activeTabIndex: indexOf(name) || undefined } }));
  const { place, show } = useShownFaults(tab.name, open);
  const list = useSelectedInView(tab.name);
  const settings = useAgencyForm(agency, show);
  const { form, kept, met } = settings;
  const scoped = useScopedCss(form.values.customCSS, view.abilities.canEdit);
  const font = useFont(form.values.googleFont, agency, view.abilities.canEdit);
  const { canEdit, canRotateSecret } = view.abilities;
  // A custom tab is no part of the brand: the specification shows no panel beside them.
  const hasPanel = tab.name !== 'customTabs';
  // It opens all agents: for whoever may do everything, as the admin key.
  const previewOf = (href: string) =>
    canRotateSecret && <PreviewButton href={href} isDirty={settings.isDirty} onSave={settings.saveNow} />;
  return (
    <>
      <Tabs value={tab.name} onChange={open}>
        <Tabs.List ref={list}>
          {shown.map(({ name }) =>
            isClosed(name) ? (
              <Tooltip key={name} label={ofBilling('upgrade')}>
                <Tabs.Tab value={name} data-disabled aria-disabled="true">
                  {t(`tabs.${name}`)}
                </Tabs.Tab>
              </Tooltip>
            ) : (
              <Tabs.Tab key={name} value={name}>
                {t(`tabs.${name}`)}
              </Tabs.Tab>
            ),
          )}
        </Tabs.List>
      </Tabs>
      <div className={styles.columns} data-wide={!hasPanel || undefined}>
        <div ref={place}>
          {kept !== null && settings.isDirty && (
            <Notice>
              <RichText
                of="agencies"
                text="unsavedKept"
                tags={{ time: <RelativeTime date={new Date(kept.at).toISOString()} /> }}
              />
            </Notice>
          )}
          {tab.name === 'domains' ? (
            <>
              <DomainSection view={view} agency={agency} />
              <CustomDomainSection view={view} agency={agency} />
            </>
          ) : tab.name === 'email' ? (
            <EmailSection view={view} agency={agency} />
          ) : tab.name === 'autoBilling' ? (
            isClosed(tab.name) ? (
              <FormSection title={t('tabs.autoBilling')}>
                <UpgradeLine text={ofBilling('upgrade')} />
              </FormSection>
            ) : (
              <Suspense fallback={<FormSkeleton fields={4} />}>
                <AutoBilling
                  arrival={connect}
                  onArrived={() => void navigate({ search: { activeTabIndex: tab.index }, replace: true })}
                />
              </Suspense>
            )
          ) : (
            <>
              {!canEdit && <Notice>{t('readOnly')}</Notice>}
              <form onSubmit={settings.save} noValidate>
                {/* A tab can be opened by whoever may not change it: its own fields are closed. */}
                <fieldset className={styles.fieldset} disabled={!canEdit && tab.name !== 'customTabs'}>
                  {tab.name === 'overview' && <OverviewFields form={form} canEdit={canEdit} />}
                  {tab.name === 'theme' && <ThemeFields form={form} font={font} />}
                  {tab.name === 'theme' && <CssFields form={form} scoped={scoped} canEdit={canEdit} />}
                  {tab.name === 'customTabs' && <CustomTabs form={form} canEdit={canEdit} previewOf={previewOf} />}
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
        {hasPanel && (
          <BrandPreview brand={toBrand(agency, form.values, { platformName, fontSheet: font.sheet })} css={scoped.css}>
            {previewOf('')}
          </BrandPreview>
        )}
      </div>
      {canEdit && tab.name !== 'autoBilling' && (
        <SaveBar
          isDirty={settings.isDirty}
          isSaving={settings.isSaving}
          onSave={() => settings.save()}
          onDiscard={settings.discard}
        />
      )}
      {met !== null && (
        <SameFieldDialog
          met={met}
          mine={form.values}
          onYield={() => settings.yieldTo(met)}
          onInsist={() => settings.insist(met)}
          onClose={settings.close}
        />
      )}
      <StartedDialog
        isIncluded={view.abilities.isIncluded}
        isOpen={started === true}
        onClose={() => void navigate({ search: {}, replace: true })}
      />
    </>
  );
}

/** On a phone the line of tabs is longer than the screen. */
function useSelectedInView(name: TabName) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [name]);
  return list;
}
