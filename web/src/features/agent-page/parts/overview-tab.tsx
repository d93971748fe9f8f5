import { TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { PhotoField } from '../../uploads/photo-field.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { CannotAnswer } from './cannot-answer.tsx';
import { NextSteps } from './next-steps.tsx';
import { OverviewCounts } from './overview-counts.tsx';
import styles from './overview-tab.module.css';
import { RecentConversations } from './recent-conversations.tsx';
import { UnansweredQuestions } from './unanswered-questions.tsx';

export function OverviewTab() {
  return (
    <>
      <CannotAnswer />
      <OverviewCounts />
      <div className={styles.columns}>
        <div className={styles.column}>
          <NextSteps />
          <RecentConversations />
          <UnansweredQuestions />
        </div>
        <div className={styles.column}>
          <Identity />
        </div>
      </div>
    </>
  );
}

function Identity() {
  const t = useTexts('agent-page');
  const { settings, errors, patch, mayWrite } = useWorkingCopy();
  const { uid } = useWorkspace();
  return (
    <EditFields>
      <FormSection title={t('identity.title')} description={t('identity.text')}>
        <TextInput
          label={t('identity.name')}
          maxLength={80}
          value={settings.title}
          error={errors.title}
          onChange={(event) => patch({ title: event.currentTarget.value })}
        />
        <CountedTextarea
          label={t('identity.description')}
          charsMax={500}
          minRows={2}
          maxRows={8}
          value={settings.description}
          error={errors.description}
          onChange={(description) => patch({ description })}
        />
        <PhotoField
          uid={uid}
          name={settings.title}
          url={settings.roundedImageURL}
          isDisabled={!mayWrite}
          onChange={(roundedImageURL) => patch({ roundedImageURL })}
        />
      </FormSection>
    </EditFields>
  );
}
