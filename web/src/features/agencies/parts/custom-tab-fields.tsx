import type { AgencyTab } from '@antiphon/contract/agency-tabs';
import { limits } from '@antiphon/contract/limits';
import { HREF_CHARS_MAX, toHref } from '@antiphon/contract/tab-hrefs';
import { SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { CodeEditor } from '../../../ui/fields/code-editor.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './agencies.module.css';
import type { AgencyForm } from './agency-values.ts';

interface CustomTabFieldsProps {
  form: AgencyForm;
  index: number;
  tab: AgencyTab;
  canEdit: boolean;
}

const types = ['html', 'iframe'] as const;

export function CustomTabFields({ form, index, tab, canEdit }: CustomTabFieldsProps) {
  const t = useTexts('agency-tabs');
  const { uid } = useWorkspace();
  const typeId = useId();
  const path = <Field extends keyof AgencyTab>(field: Field) => `customTabs.${index}.${field}` as const;
  const set = <Field extends keyof AgencyTab>(field: Field, value: AgencyTab[Field]) =>
    form.setFieldValue(path(field) as never, value as never);
  return (
    <>
      <TextInput label={t('label')} maxLength={limits.tabLabelCharsMax} {...form.getInputProps(path('label'))} />
      <TextInput
        label={t('href')}
        description={t('hrefHint')}
        dir="ltr"
        maxLength={HREF_CHARS_MAX}
        {...form.getInputProps(path('href'))}
        onBlur={() => set('href', toHref(tab.href))}
      />
      <PhotoField
        uid={uid}
        name={tab.label}
        url={tab.iconUrl}
        isDisabled={!canEdit}
        label={t('icon')}
        hint={t('iconHint')}
        use="tabIcon"
        onChange={(url) => set('iconUrl', url)}
      />
      <div>
        <p className={styles.label} id={typeId}>
          {t('pageType')}
        </p>
        <SegmentedControl
          aria-labelledby={typeId}
          value={tab.pageType}
          onChange={(type) => set('pageType', type)}
          data={types.map((type) => ({ value: type, label: t(`types.${type}`) }))}
        />
      </div>
      {tab.pageType === 'html' ? (
        <HtmlFields {...{ form, index, tab, canEdit }} />
      ) : (
        <TextInput
          type="url"
          dir="ltr"
          label={t('iframeUrl')}
          description={t('iframeHint')}
          placeholder="https://example.com"
          maxLength={2_000}
          {...form.getInputProps(path('iframeUrl'))}
        />
      )}
      <Switch
        label={t('always')}
        description={t('alwaysHint', { href: tab.href })}
        {...form.getInputProps(path('alwaysVisible'), { type: 'checkbox' })}
      />
    </>
  );
}

function HtmlFields({ form, index, tab, canEdit }: CustomTabFieldsProps) {
  const t = useTexts('agency-tabs');
  const errorOf = (field: keyof AgencyTab) => {
    const key = Object.keys(form.errors).find((one) => one.startsWith(`customTabs.${index}.${field}`));
    return key === undefined ? undefined : String(form.errors[key]);
  };
  const set = (field: 'htmlContent' | 'jsContent' | 'origins', value: string | string[]) =>
    form.setFieldValue(`customTabs.${index}.${field}` as never, value as never);
  const editor = { charsMax: limits.tabContentBytesMax, isReadOnly: !canEdit };
  return (
    <>
      <CodeEditor
        label={t('html')}
        language="html"
        value={tab.htmlContent}
        error={errorOf('htmlContent')}
        onChange={(html) => set('htmlContent', html)}
        {...editor}
      />
      <CodeEditor
        label={t('js')}
        language="js"
        value={tab.jsContent}
        error={errorOf('jsContent')}
        onChange={(js) => set('jsContent', js)}
        {...editor}
      />
      <Textarea
        label={t('origins')}
        description={t('originsHint', { count: limits.tabOriginsMax })}
        placeholder="https://cdn.example.com"
        dir="ltr"
        autosize
        minRows={1}
        maxRows={10}
        value={tab.origins.join('\n')}
        error={errorOf('origins')}
        onChange={(event) =>
          set('origins', event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n'))
        }
        onBlur={() =>
          set(
            'origins',
            tab.origins.map((one) => one.trim()).filter((one) => one !== ''),
          )
        }
      />
    </>
  );
}
