import { Button } from '@mantine/core';
import { IconPlayerStop, IconVolume } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { canSpeak, useSpeech } from '../use-speech.ts';
import styles from './calls.module.css';

/** What is typed, as it is now; spoken by the browser of whoever looks. */
export function HearGreeting() {
  const t = useTexts('calls');
  const id = useId();
  const { settings } = useWorkingCopy();
  const { state, hasVoice, speak, stop } = useSpeech();
  const { voice, lang } = settings;
  const text = (voice.greeting.trim() || settings.greeting).trim();
  const isSpeaking = state === 'speaking';
  const isPossible = canSpeak() && text !== '';
  const hint = !canSpeak()
    ? t('hear.none')
    : text === ''
      ? t('hear.empty')
      : state === 'failed'
        ? t('hear.failed')
        : hasVoice
          ? null
          : t('hear.other');
  const rate = voice.speed >= 0.5 && voice.speed <= 2 ? voice.speed : 1;
  const start = () => speak({ text, lang: lang === 'automatic' ? '' : lang, voice: voice.voice.trim(), rate });
  return (
    <div className={styles.hear}>
      <Button
        variant="default"
        disabled={!isPossible}
        aria-describedby={id}
        leftSection={
          isSpeaking ? (
            <IconPlayerStop size={16} stroke={1.5} aria-hidden="true" />
          ) : (
            <IconVolume size={16} stroke={1.5} aria-hidden="true" />
          )
        }
        onClick={isSpeaking ? stop : start}
      >
        {isSpeaking ? t('hear.stop') : t('hear.start')}
      </Button>
      <p id={id} role="status" className={styles.note}>
        {hint}
      </p>
    </div>
  );
}
