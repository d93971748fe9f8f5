import { Avatar, TextInput } from '@mantine/core';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { NextSteps } from './next-steps.tsx';
import { OverviewCounts } from './overview-counts.tsx';
import styles from './overview-tab.module.css';
import { RecentConversations } from './recent-conversations.tsx';
import { UnansweredQuestions } from './unanswered-questions.tsx';

export function OverviewTab() {
  return (
    <>
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
  const { settings, errors, patch } = useWorkingCopy();
  return (
    <EditFields>
      <FormSection title="Identity" description="What visitors see of the agent.">
        <TextInput
          label="Name"
          maxLength={80}
          value={settings.title}
          error={errors.title}
          onChange={(event) => patch({ title: event.currentTarget.value })}
        />
        <CountedTextarea
          label="Description"
          charsMax={500}
          minRows={2}
          maxRows={8}
          value={settings.description}
          error={errors.description}
          onChange={(description) => patch({ description })}
        />
        <div className={styles.picture}>
          <Avatar src={settings.roundedImageURL || null} name={settings.title} alt="" size={40} />
          <TextInput
            label="Picture address"
            placeholder="https://example.com/picture.png"
            description="A square picture, at least 96 px wide."
            inputMode="url"
            maxLength={2_000}
            value={settings.roundedImageURL}
            error={errors.roundedImageURL}
            onChange={(event) => patch({ roundedImageURL: event.currentTarget.value.trim() })}
          />
        </div>
      </FormSection>
    </EditFields>
  );
}
