import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './functions.module.css';
import type { CurlRequest } from './read-curl.ts';

/** What of a command was not taken over. */
export function CurlNotice({ curl: { secrets, isBodyLeft } }: { curl: CurlRequest }) {
  const t = useTexts('functions');
  if (secrets.length === 0 && !isBodyLeft) return null;
  return (
    <div className={styles.notice}>
      {secrets.length > 0 && (
        <Notice title={t('start.secrets', { names: secrets.join(', ') })}>{t('start.secretsText')}</Notice>
      )}
      {isBodyLeft && <Notice>{t('start.bodyLeft')}</Notice>}
    </div>
  );
}
