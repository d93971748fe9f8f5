import type { AgentFileNote } from '@antiphon/contract/agent-files';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useUploads } from '../knowledge/use-uploads.ts';
import { useMay } from '../workspaces/use-workspace.ts';
import { BuildProgress } from './parts/build-progress.tsx';
import { NewAgentForm } from './parts/new-agent-form.tsx';

/** New Agent: first from what, then how far the reading has come. The step is in the address, so that a reload keeps it. */
export function NewAgentPage() {
  const t = useTexts('new-agent');
  const { from = 'website', agent } = useSearch({ from: '/app/$region/agents/new' });
  const navigate = useNavigate({ from: '/app/$region/agents/new' });
  const uploads = useUploads();
  /** Of the agent file that was just read; the agent's own pages tell of what is missing, too. */
  const [notes, setNotes] = useState<readonly AgentFileNote[]>([]);
  const mayCreate = useMay('agents.write');
  if (!mayCreate) {
    return (
      <Page width="narrow">
        <PageHeader title={t('title')} />
        <EmptyState title={t('notAllowed')} />
      </Page>
    );
  }
  if (agent !== undefined) {
    return (
      <Page width="narrow">
        <BuildProgress agentId={agent} uploads={uploads} notes={notes} />
      </Page>
    );
  }
  return (
    <Page width="narrow">
      <PageHeader title={t('title')} description={t('text')} />
      <NewAgentForm
        source={from}
        onSource={(source) => void navigate({ search: { from: source }, replace: true })}
        onCreated={(agentId, files, fileNotes) => {
          setNotes(fileNotes);
          uploads.start(agentId, files);
          void navigate({ search: { agent: agentId } });
        }}
      />
    </Page>
  );
}
