import type { ClientMe } from '@antiphon/contract/client-sessions';
import { Button } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { Notice } from '../../ui/states/notice.tsx';
import styles from './client-layout.module.css';
import { usePanel } from './use-panel.ts';

/** Over every page, while the org has no credits: visitors are not answered, which nobody would see otherwise. */
export function CreditsOut({ me }: { me: ClientMe }) {
  const t = useTexts('client-shell');
  const { show } = usePanel();
  if (me.loadTokens === null || me.loadTokens >= 1) return null;
  return (
    <div className={styles.notice}>
      <Notice title={t('creditsOut.title')}>
        <p>{t('creditsOut.text')}</p>
        {me.openedBy === null && (
          <Button size="xs" onClick={() => show('billing')}>
            {t('creditsOut.add')}
          </Button>
        )}
      </Notice>
    </div>
  );
}
