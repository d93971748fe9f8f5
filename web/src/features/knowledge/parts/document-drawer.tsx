import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { TeachForm } from '../teach-form.tsx';
import { ChunkList } from './chunk-list.tsx';
import styles from './document-drawer.module.css';
import { DocumentFacts } from './document-facts.tsx';
import { DocumentForm } from './document-form.tsx';
import { isReading, isSite } from './document-words.ts';

const here = '/app/$region/agents/$agentId/$tab';
const pollMs = 1_500;

/** One document: its state, its title, text and refresh rate, and the passages that answers are taken from. */
export function DocumentDrawer({ agentId, mayWrite }: { agentId: string; mayWrite: boolean }) {
  const t = useTexts('knowledge');
  const { doc } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const document = useQuery(
    query.knowledge.get.queryOptions({
      input: { id: agentId, docId: doc ?? '' },
      enabled: doc !== undefined,
      refetchInterval: ({ state }) => (state.data && isReading(state.data) ? pollMs : false),
    }),
  );
  return (
    <Drawer
      opened={doc !== undefined}
      onClose={() => void navigate({ search: (old) => ({ ...old, doc: undefined }) })}
      size={640}
      title={
        document.data ? (
          <span data-text="content" dir="auto">
            {document.data.title}
          </span>
        ) : (
          t('document.title')
        )
      }
      classNames={{ title: styles.title }}
    >
      {document.isPending && <FormSkeleton />}
      {document.isError && (
        <LoadFailure
          title={t('document.loadFailed')}
          problem={toProblem(document.error)}
          onRetry={() => void document.refetch()}
        />
      )}
      {document.data && (
        <>
          <DocumentFacts document={document.data} />
          {mayWrite && document.data.kind === 'qa' && (
            <TeachForm key={document.data.id} agentId={agentId} document={document.data} />
          )}
          {mayWrite && document.data.kind !== 'page' && document.data.kind !== 'qa' && (
            <DocumentForm key={document.data.id} agentId={agentId} document={document.data} />
          )}
          {!isSite(document.data) && <ChunkList chunks={document.data.chunkList} />}
        </>
      )}
    </Drawer>
  );
}
