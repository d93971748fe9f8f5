import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { FileInput } from '../../../ui/fields/file-input.tsx';
import { AGENT_FILE_MB_MAX, type PickedAgentFile, readAgentFile } from './agent-file.ts';

interface AgentFileInputProps {
  picked: PickedAgentFile | null;
  error: ReactNode;
  onChange: (picked: PickedAgentFile | null) => void;
}

/** One agent file, read at once: another file is refused here, where it can be exchanged. */
export function AgentFileInput({ picked, error, onChange }: AgentFileInputProps) {
  const t = useTexts('new-agent');
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = async ([file]: File[]) => {
    if (!file) return;
    const read = await readAgentFile(file);
    setRefusal('refusal' in read ? read.refusal : null);
    onChange('refusal' in read ? null : read);
  };
  const shown = refusal ?? (typeof error === 'string' ? error : null);
  return (
    <FileInput
      label={t('agentFile.label')}
      description={t('agentFile.hint')}
      types={['json']}
      maxSizeMB={AGENT_FILE_MB_MAX}
      {...(shown !== null && { error: shown })}
      files={picked ? [{ id: picked.name, name: picked.name, size: picked.size }] : []}
      onAdd={(files) => void add(files)}
      onRemove={() => onChange(null)}
    />
  );
}
