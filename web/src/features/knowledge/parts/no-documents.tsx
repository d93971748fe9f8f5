import { Button } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import styles from './knowledge.module.css';

const here = '/app/$region/agents/$agentId/$tab';

interface NoDocumentsProps {
  isFiltered: boolean;
  /** Inside of a crawl or sitemap. */
  isInside: boolean;
  mayWrite: boolean;
}

export function NoDocuments({ isFiltered, isInside, mayWrite }: NoDocumentsProps) {
  const t = useTexts('knowledge');
  const navigate = useNavigate({ from: here });
  if (isFiltered) {
    return (
      <EmptyState
        title={t('list.noneFits')}
        description={t('list.noneFitsText')}
        action={
          <Button
            variant="default"
            onClick={() =>
              void navigate({ search: (old) => ({ ...old, search: undefined, state: undefined }), replace: true })
            }
          >
            {t('list.showAll')}
          </Button>
        }
      />
    );
  }
  if (isInside) return <EmptyState title={t('list.noPage')} />;
  return (
    <EmptyState
      icon={<IconBooks size={28} stroke={1.5} />}
      title={t('list.nothing')}
      description={t('list.nothingText')}
      sample={
        <ul className={styles.sampleList}>
          <li>{t('list.sampleHours')}</li>
          <li>{t('list.sampleReturns')}</li>
        </ul>
      }
      action={
        mayWrite ? (
          <Button onClick={() => void navigate({ search: (old) => ({ ...old, add: 'crawl' }) })}>
            {t('list.addWebsite')}
          </Button>
        ) : undefined
      }
    />
  );
}
