import type { Message } from '@antiphon/contract/events';
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { formatTenths } from '../../../ui/format/format.ts';
import { formatLength } from '../call-words.ts';
import { lineAt, recordedLines } from '../recorded-lines.ts';
import styles from './recording.module.css';

const speeds = [0.8, 1, 1.2, 1.5, 2];

interface RecordingPlayerProps {
  url: string;
  /** When the sound begins, and when the call ended. */
  from: number;
  until: number | null;
  messages: readonly Message[];
}

/** The sound of a call with what was said in it: a line that is pressed is heard. */
export function RecordingPlayer({ url, from, until, messages }: RecordingPlayerProps) {
  const t = useTexts('calls');
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState(1);
  const lines = recordedLines(messages, from, until);
  const heard = lineAt(lines, at);
  const play = () => void audio.current?.play().catch(() => setBroken(true));
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds;
    setAt(seconds);
  };
  return (
    <section aria-label={t('recording.title')}>
      {/* biome-ignore lint/a11y/useMediaCaption: what was said stands below */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) => setLength(Number.isFinite(duration) ? duration : 0)}
        onError={() => setBroken(true)}
      />
      {isBroken ? (
        <p role="alert">{t('recording.failed')}</p>
      ) : (
        <div className={styles.controls}>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={isPlaying ? t('recording.pause') : t('recording.play')}
            onClick={() => (isPlaying ? audio.current?.pause() : play())}
          >
            {isPlaying ? <IconPlayerPause size={18} stroke={1.5} /> : <IconPlayerPlay size={18} stroke={1.5} />}
          </ActionIcon>
          <input
            type="range"
            className={styles.range}
            aria-label={t('recording.seek')}
            aria-valuetext={formatLength(at)}
            min={0}
            max={Math.max(1, Math.ceil(length))}
            step={1}
            value={Math.min(at, Math.max(1, Math.ceil(length)))}
            onChange={(event) => seek(Number(event.currentTarget.value))}
          />
          <span className={styles.time} dir="ltr">
            {formatLength(at)} / {formatLength(length)}
          </span>
          <SegmentedControl
            aria-label={t('recording.speed')}
            size="xs"
            value={String(speed)}
            data={speeds.map((one) => ({ value: String(one), label: `${formatTenths(one)}×` }))}
            onChange={(value) => {
              setSpeed(Number(value));
              if (audio.current) audio.current.playbackRate = Number(value);
            }}
          />
          <Button
            component="a"
            href={`${url}?download`}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} stroke={1.5} aria-hidden="true" />}
          >
            {t('recording.download')}
          </Button>
        </div>
      )}
      {lines.length > 0 && (
        <ol className={styles.lines} aria-label={t('recording.lines')}>
          {lines.map((line) => (
            <li key={line.id}>
              <button
                type="button"
                className={styles.line}
                data-role={line.role}
                aria-current={line === heard ? 'true' : undefined}
                disabled={isBroken}
                onClick={() => {
                  seek(line.at);
                  play();
                }}
              >
                <span className={styles.time} dir="ltr">
                  {formatLength(line.at)}
                </span>
                <span data-text="content" dir="auto">
                  {line.text}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
