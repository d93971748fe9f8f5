import { Button } from '@mantine/core';
import { IconPlayerStop, IconVolume } from '@tabler/icons-react';
import { useId } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useSample } from '../use-sample.ts';
import { canSpeak, useSpeech } from '../use-speech.ts';
import styles from './calls.module.css';

/** What is typed, as it is now, by whoever will speak it. */
export function HearGreeting() {
  const { agent, settings } = useWorkingCopy();
  const { voice, lang } = settings;
  const spoken = {
    id: agent.ID,
    text: (voice.greeting.trim() || settings.greeting).trim(),
    lang: lang === 'automatic' ? '' : lang,
    voice: voice.voice.trim(),
    speed: voice.speed >= 0.5 && voice.speed <= 2 ? voice.speed : 1,
  };
  return voice.provider === 'browser' ? <ByBrowser {...spoken} /> : <ByProvider {...spoken} />;
}

type Spoken = Pick<Parameters<typeof api.voices.speak>[0], 'id' | 'text'> & {
  lang: string;
  voice: string;
  speed: number;
};

/** By the browser of whoever looks, as that of a visitor will. */
function ByBrowser({ id, text, lang, voice, speed }: Spoken) {
  const t = useTexts('calls');
  const { state, hasVoice, speak, stop } = useSpeech();
  const hint = !canSpeak()
    ? t('hear.none')
    : text === ''
      ? t('hear.empty')
      : state === 'failed'
        ? t('hear.failed')
        : hasVoice
          ? null
          : t('hear.other');
  const start = async () => {
    const said = await api.voices.spell({ id, text, lang }).catch(() => ({ text }));
    speak({ text: said.text, lang, voice, rate: speed });
  };
  return (
    <HearButton
      isPossible={canSpeak() && text !== ''}
      isSpeaking={state === 'speaking'}
      hint={hint}
      onStart={() => void start()}
      onStop={stop}
    />
  );
}

function ByProvider(spoken: Spoken) {
  const t = useTexts('calls');
  const { settings } = useWorkingCopy();
  const { provider, credentialId } = settings.voice;
  const { state, problem, speak, stop } = useSample();
  const hint =
    spoken.text === ''
      ? t('hear.empty')
      : credentialId === null
        ? t('hear.noKey')
        : problem
          ? t('hear.refused', { error: problem.message })
          : null;
  return (
    <HearButton
      isPossible={spoken.text !== '' && credentialId !== null}
      isAsking={state === 'asking'}
      isSpeaking={state === 'speaking'}
      hint={hint}
      onStart={() => provider !== 'browser' && credentialId && void speak({ ...spoken, provider, credentialId })}
      onStop={stop}
    />
  );
}

interface HearButtonProps {
  isPossible: boolean;
  isAsking?: boolean;
  isSpeaking: boolean;
  hint: string | null;
  onStart: () => void;
  onStop: () => void;
}

function HearButton({ isPossible, isAsking = false, isSpeaking, hint, onStart, onStop }: HearButtonProps) {
  const t = useTexts('calls');
  const id = useId();
  const Icon = isSpeaking ? IconPlayerStop : IconVolume;
  return (
    <div className={styles.hear}>
      <Button
        variant="default"
        disabled={!isPossible}
        loading={isAsking}
        aria-describedby={id}
        leftSection={<Icon size={16} stroke={1.5} aria-hidden="true" />}
        onClick={isSpeaking ? onStop : onStart}
      >
        {isSpeaking ? t('hear.stop') : t('hear.start')}
      </Button>
      <p id={id} role="status" className={styles.note}>
        {hint}
      </p>
    </div>
  );
}
