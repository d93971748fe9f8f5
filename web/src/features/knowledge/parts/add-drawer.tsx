import { Drawer } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import type { Uploads } from '../use-uploads.ts';
import { AddAddressForm } from './add-address-form.tsx';
import { AddFilesForm } from './add-files-form.tsx';
import { AddTextForm } from './add-text-form.tsx';

const here = '/app/$region/agents/$agentId/$tab';
const titles = {
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
  return (
    <Drawer
      opened={add !== undefined}
      onClose={close}
      size={520}
      title={t(question === undefined ? titles[add ?? 'text'] : 'text.drawerAnswer')}
    >
      {add === 'text' && <AddTextForm agentId={agentId} question={question} onAdded={showDocuments} />}
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
