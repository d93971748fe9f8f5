import type { AgentFileNote } from '@antiphon/contract/agent-files';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentRegion } from '../../../api.ts';
import { type Say, useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './new-agent-form.module.css';

/** What stands otherwise than in the file, and what is still to be done, with the way there. */
export function AgentFileNotes({ agentId, notes }: { agentId: string; notes: readonly AgentFileNote[] }) {
  const t = useTexts('new-agent');
  if (notes.length === 0) return null;
  return (
    <Notice title={t('agentFile.notes')}>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={JSON.stringify(note)}>
            {sayNote(t, note)} {wayOf(t, note, agentId)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function sayNote(t: Say<'new-agent'>, note: AgentFileNote): string {
  switch (note.kind) {
    case 'tool_left_out':
      return t('agentFile.toolLeftOut', { name: note.name });
    case 'function_reused':
      return t('agentFile.reused', { name: note.name });
    case 'function_renamed':
      return t('agentFile.renamed', { from: note.from, to: note.to });
    case 'credential_missing':
      return t('agentFile.credential', { name: note.name });
    case 'checks_left_out':
      return note.isLeftOut
        ? t('agentFile.caseLeftOut', { title: note.title })
        : t('agentFile.checksLeftOut', { title: note.title, count: note.checks });
    case 'model_key':
      return t('agentFile.modelKey', { provider: note.provider });
  }
}

function wayOf(t: Say<'new-agent'>, note: AgentFileNote, agentId: string): ReactNode {
  if (note.kind === 'credential_missing') {
    return (
      <Link
        to="/app/$region/integrations/$functionId"
        params={{ region: currentRegion(), functionId: note.functionId }}
      >
        {t('agentFile.openFunction')}
      </Link>
    );
  }
  if (note.kind === 'model_key') {
    return (
      <Link to="/app/$region/agents/$agentId/$tab" params={{ region: currentRegion(), agentId, tab: 'nodes' }}>
        {t('agentFile.openModel')}
      </Link>
    );
  }
  return null;
}
