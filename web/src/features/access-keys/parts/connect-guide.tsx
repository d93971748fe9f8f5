import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyBlock } from '../../../ui/fields/copy-block.tsx';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import styles from './access-keys.module.css';

/** What most clients read from a file of settings. */
const settingsOf = (url: string, secret: string) =>
  JSON.stringify(
    { mcpServers: { agents: { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } } } },
    null,
    2,
  );

/** How a program is told where to call, and with what. */
export function ConnectGuide({ secret }: { secret: string | null }) {
  const t = useTexts('access-keys');
  const url = `${window.location.origin}/api/${currentRegion()}/mcp`;
  return (
    <div className={styles.guide}>
      {secret === null && (
        <div>
          <h3 className={styles.guideTitle}>{t('connect.title')}</h3>
          <p className={styles.text}>{t('connect.text')}</p>
        </div>
      )}
      <CopyField label={t('connect.address')} value={url} />
      <CopyBlock label={t('connect.settings')} value={settingsOf(url, secret ?? 'YOUR_KEY')} />
    </div>
  );
}
