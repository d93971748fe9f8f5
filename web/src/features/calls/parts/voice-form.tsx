import { limits } from '@antiphon/contract/limits';
import { NumberInput, Switch } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { formatCredits, numberSeparators } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './calls.module.css';
import { HearGreeting } from './hear-greeting.tsx';
import { RecordingForm } from './recording-form.tsx';
import { SpeechFields, VoiceField } from './speech-fields.tsx';

const minuteCredits = 20;
const greetingCharsMax = 500;

const shown = (value: number) => (Number.isNaN(value) ? '' : value);
const typed = (value: number | string) => (value === '' ? Number.NaN : Number(value));

/** Whether and how visitors talk with the agent; a part of its working copy. */
export function VoiceForm() {
  const t = useTexts('calls');
  const tUi = useTexts('ui');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { voice } = settings;
  const price = tUi('credits', { count: minuteCredits, shown: formatCredits(minuteCredits) });
  return (
    <EditFields>
      <FormSection title={t('form.title')} description={t('form.text')}>
        <Switch
          label={t('form.enabled')}
          description={t('form.enabledHint')}
          checked={voice.isEnabled}
          onChange={(event) => patchIn('voice', { isEnabled: event.currentTarget.checked })}
        />
        <p className={styles.note}>{t('form.cost', { credits: price })}</p>
        <SpeechFields />
      </FormSection>
      <FormSection title={t('form.speech')}>
        <CountedTextarea
          label={t('form.greeting')}
          description={t('form.greetingHint')}
          placeholder={settings.greeting}
          data-text="content"
          charsMax={greetingCharsMax}
          minRows={2}
          maxRows={8}
          value={voice.greeting}
          error={errors['voice.greeting']}
          onChange={(greeting) => patchIn('voice', { greeting })}
        />
        <NumberInput
          label={t('form.speed')}
          description={t('form.speedHint')}
          min={0.5}
          max={2}
          step={0.1}
          decimalScale={2}
          decimalSeparator={numberSeparators().decimalSeparator}
          clampBehavior="none"
          w="100%"
          maw={320}
          value={shown(voice.speed)}
          error={errors['voice.speed']}
          onChange={(speed) => patchIn('voice', { speed: typed(speed) })}
        />
        <VoiceField />
        <HearGreeting />
      </FormSection>
      <RecordingForm />
      <FormSection title={t('form.limits')}>
        <NumberInput
          label={t('form.minutes')}
          description={t('form.minutesHint', { count: limits.callMinutesMax })}
          min={1}
          max={limits.callMinutesMax}
          allowDecimal={false}
          clampBehavior="none"
          w="100%"
          maw={320}
          value={shown(voice.maxMinutes)}
          error={errors['voice.maxMinutes']}
          onChange={(minutes) => patchIn('voice', { maxMinutes: typed(minutes) })}
        />
      </FormSection>
    </EditFields>
  );
}
