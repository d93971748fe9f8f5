import { smsSegments, toSmsText } from '@antiphon/contract/sms-text';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import styles from './campaigns.module.css';
import { SendTest } from './send-test.tsx';
import type { SavedStepProps } from './step-props.ts';

/** What everybody gets, with the line that is added to it, and in how many pieces that leaves. */
export function MessageField({ agentId, campaign, onChange, onSave }: SavedStepProps) {
  const t = useTexts('campaigns');
  const { text, optOutLine } = campaign;
  const { encoding, units, segments } = smsSegments(text === '' ? '' : toSmsText(`${text.trim()}\n${optOutLine}`));
  return (
    <>
      <div className={styles.message}>
        <CountedTextarea
          label={t('sms.message')}
          description={t('sms.messageHint')}
          charsMax={1_000}
          autosize
          minRows={3}
          dir="auto"
          value={text}
          onChange={(next) => onChange({ text: next })}
        />
        <p className={styles.muted}>
          {t('sms.added')}{' '}
          <bdi data-text="content" dir="auto">
            {optOutLine}
          </bdi>
        </p>
        <p className={styles.muted} role="status">
          {t('sms.size', { segments, units })} {encoding === 'UCS-2' && t('sms.unicode')}
        </p>
      </div>
      <SendTest agentId={agentId} campaign={campaign} onSave={onSave} />
    </>
  );
}
