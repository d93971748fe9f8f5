import { limits } from '@antiphon/contract/limits';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './agencies.module.css';
import type { AgencyForm } from './agency-values.ts';

export function OverviewFields({ form, canEdit }: { form: AgencyForm; canEdit: boolean }) {
  const t = useTexts('agencies');
  const { uid } = useWorkspace();
  const { name, squarePhotoURL, darkModeSquarePhotourl } = form.values;
  return (
    <>
      <FormSection title={t('overview.brand')}>
        <TextInput label={t('overview.name')} maxLength={limits.agencyNameCharsMax} {...form.getInputProps('name')} />
        <Textarea
          label={t('overview.brandingText')}
          description={t('overview.brandingHint')}
          maxLength={limits.brandingTextCharsMax}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('brandingText')}
        />
      </FormSection>
      <FormSection title={t('overview.photos')} description={t('overview.photosHint')}>
        <div className={styles.photo}>
          <p className={styles.label}>{t('overview.lightPhoto')}</p>
          <PhotoField
            uid={uid}
            name={name}
            url={squarePhotoURL}
            isDisabled={!canEdit}
            onChange={(url) => form.setFieldValue('squarePhotoURL', url)}
          />
        </div>
        <div className={styles.photo}>
          <p className={styles.label}>{t('overview.darkPhoto')}</p>
          <PhotoField
            uid={uid}
            name={name}
            url={darkModeSquarePhotourl}
            isDisabled={!canEdit}
            onChange={(url) => form.setFieldValue('darkModeSquarePhotourl', url)}
          />
        </div>
      </FormSection>
      <FormSection title={t('overview.signIn')} description={t('overview.testHint')}>
        <Switch
          label={t('overview.password')}
          description={t('overview.passwordHint')}
          checked={!form.values.disablePasswordLogin}
          onChange={(event) => form.setFieldValue('disablePasswordLogin', !event.currentTarget.checked)}
        />
      </FormSection>
    </>
  );
}
