import { limits } from '@antiphon/contract/limits';
import { NumberInput, Switch } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './calls.module.css';

/** Whether calls are recorded. Who may be recorded how is a question of law, which no screen answers. */
export function RecordingForm() {
  const t = useTexts('calls');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { recording, recordingDays } = settings.voice;
  return (
    <FormSection title={t('recording.title')}>
      <Switch
        label={t('recording.switch')}
        description={t('recording.switchHint')}
        checked={recording === 'on'}
        onChange={(event) => patchIn('voice', { recording: event.currentTarget.checked ? 'on' : 'off' })}
      />
      <p className={styles.note}>{t('recording.ask')}</p>
      <p className={styles.note}>{t('recording.advice')}</p>
      <p className={styles.note}>{t('recording.browser')}</p>
      <NumberInput
        label={t('recording.days')}
        description={t('recording.daysHint', { count: limits.recordingDaysMax })}
        min={1}
        max={limits.recordingDaysMax}
        allowDecimal={false}
        clampBehavior="none"
        w="100%"
        maw={320}
        value={Number.isNaN(recordingDays) ? '' : recordingDays}
        error={errors['voice.recordingDays']}
        onChange={(days) => patchIn('voice', { recordingDays: days === '' ? Number.NaN : Number(days) })}
      />
    </FormSection>
  );
}
