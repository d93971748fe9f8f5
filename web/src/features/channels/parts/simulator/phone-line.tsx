import { CHANNEL_NAMES, type ChannelProvider } from '@antiphon/contract/channel-names';
import type { PhoneLine } from '@antiphon/contract/simulator';
import { IconCheck, IconChecks, IconFile, IconInfoCircle } from '@tabler/icons-react';
import { useTexts } from '../../../../texts/texts.ts';
import { PhoneText } from './phone-text.tsx';
import styles from './simulator.module.css';

interface LineProps {
  line: PhoneLine;
  provider: ChannelProvider;
  /** Null where its buttons do nothing any more, or stand elsewhere. */
  onPress: ((button: PhoneLine['buttons'][number]) => void) | null;
}

/** One line of a phone: typed there, shown there, or what was tried. */
export function Line({ line, provider, onPress }: LineProps) {
  const t = useTexts('channels');
  if (line.note !== null)
    return (
      <li className={styles.note} data-note={line.note}>
        <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />
        <span>{t(`simulator.notes.${line.note}`, { channel: CHANNEL_NAMES[provider] })}</span>
      </li>
    );
  const isSaid = line.kind === 'said';
  return (
    <li className={styles.line} data-kind={line.kind}>
      <div className={styles.bubble} data-kind={line.kind}>
        <span className={styles.hidden}>{isSaid ? t('simulator.you') : t('simulator.agent')}</span>
        {line.text !== '' && (
          <span className={styles.words} dir="auto" data-text="content">
            <PhoneText provider={provider} text={line.text} />
          </span>
        )}
        {line.file && (
          <span className={styles.file} data-text="content">
            <IconFile size={16} stroke={1.5} aria-hidden="true" />
            {line.file.name}
          </span>
        )}
        {isSaid && hasTicks(provider) && <Ticks state={line.state} />}
      </div>
      {line.buttons.length > 0 && !isAboveField(provider) && (
        <div className={styles.buttons}>
          {line.buttons.map((button) => (
            <button
              key={button.id}
              type="button"
              className={styles.button}
              disabled={onPress === null}
              onClick={() => onPress?.(button)}
              data-text="content"
            >
              {button.label}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

/** There buttons are quick replies, above the field in which people write. */
export const isAboveField = (provider: ChannelProvider) => provider === 'messenger' || provider === 'instagram';

const hasTicks = (provider: ChannelProvider) => provider !== 'sms' && provider !== 'discord';

function Ticks({ state }: Pick<PhoneLine, 'state'>) {
  const t = useTexts('channels');
  const Icon = state === 'sent' ? IconCheck : IconChecks;
  return (
    <span className={styles.ticks} data-state={state} title={t(`simulator.states.${state}`)}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span className={styles.hidden}>{t(`simulator.states.${state}`)}</span>
    </span>
  );
}
