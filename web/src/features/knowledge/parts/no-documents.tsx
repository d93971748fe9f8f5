import { Button } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from './knowledge.module.css';

const here = '/app/$region/agents/$agentId/$tab';

interface NoDocumentsProps {
  isFiltered: boolean;
  /** Inside of a crawl or sitemap. */
  isInside: boolean;
  mayWrite: boolean;
}

export function NoDocuments({ isFiltered, isInside, mayWrite }: NoDocumentsProps) {
  const navigate = useNavigate({ from: here });
  if (isFiltered) {
    return (
      <EmptyState
        title="No document fits."
        description="Other words or another state may find it."
        action={
          <Button
            variant="default"
            onClick={() =>
              void navigate({ search: (old) => ({ ...old, search: undefined, state: undefined }), replace: true })
            }
          >
            Show all documents
          </Button>
        }
      />
    );
  }
  if (isInside) return <EmptyState title="No page has been read yet." />;
  return (
    <EmptyState
      icon={<IconBooks size={28} stroke={1.5} />}
      title="The agent knows nothing yet."
      description="It answers only from what you give it: a website, files, or text such as this."
      sample={
        <ul className={styles.sampleList}>
          <li>Opening hours: Monday to Friday, 9 to 17.</li>
          <li>Returns are free within 30 days.</li>
        </ul>
      }
      action={
        mayWrite ? (
          <Button onClick={() => void navigate({ search: (old) => ({ ...old, add: 'crawl' }) })}>Add a website</Button>
        ) : undefined
      }
    />
  );
}
