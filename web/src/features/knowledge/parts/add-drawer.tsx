import { Drawer } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TeachForm } from '../teach-form.tsx';
import { useAgentCounts } from '../use-agent-counts.ts';
import type { Uploads } from '../use-uploads.ts';
import { AddAddressForm } from './add-address-form.tsx';
import { AddFilesForm } from './add-files-form.tsx';
import { AddTextForm } from './add-text-form.tsx';

const here = '/app/$region/agents/$agentId/$tab';
const titles = {
  qa: 'teach.drawer',
  text: 'text.drawer',
  files: 'text.drawerFiles',
  url: 'address.drawerUrl',
  sitemap: 'address.drawerSitemap',
  crawl: 'address.drawerCrawl',
} as const;

/** Adds one kind of knowledge; which one is in the address. */
export function AddDrawer({ agentId, uploads }: { agentId: string; uploads: Uploads }) {
  const t = useTexts('knowledge');
  const { add, question } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const close = () => void navigate({ search: (old) => ({ ...old, add: undefined, question: undefined }) });
  /** What was added is shown in the list. */
  const showDocuments = () =>
    void navigate({ search: (old) => ({ view: question === undefined ? undefined : old.view }) });
  const settling = useMutation({
    mutationFn: (questions: string[]) => api.unanswered.settle({ id: agentId, questions, state: 'done' }),
    meta: { failure: t('unanswered.changeFailed'), kept: t('unanswered.changeKept') },
    onSuccess: useAgentCounts(agentId),
  });
  /** Who taught it in other words than it was asked in is done with those, too. */
  const settle = (taught: string[]) => {
    const reworded = (question ?? '').split('\n').filter((line) => line !== '' && !taught.includes(line));
    if (reworded.length > 0) settling.mutate(reworded);
    showDocuments();
  };
  return (
    <Drawer opened={add !== undefined} onClose={close} title={t(titles[add ?? 'text'])}>
      {add === 'qa' && <TeachForm key={question} agentId={agentId} question={question} onSaved={settle} />}
      {add === 'text' && <AddTextForm agentId={agentId} onAdded={showDocuments} />}
      {add === 'files' && (
        <AddFilesForm
          onAdd={(files) => {
            uploads.start(agentId, files);
            showDocuments();
          }}
        />
      )}
      {(add === 'url' || add === 'sitemap' || add === 'crawl') && (
        <AddAddressForm key={add} agentId={agentId} kind={add} onAdded={showDocuments} />
      )}
    </Drawer>
  );
}
