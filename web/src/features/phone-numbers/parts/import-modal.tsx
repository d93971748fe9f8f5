import type { AgentId } from '@antiphon/contract/ids';
import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { AccountStep, type Looked } from './account-step.tsx';
import { ChooseStep } from './choose-step.tsx';

interface ImportModalProps {
  /** Who answers what is imported; null: nobody yet. */
  agentId: AgentId | null;
  isOpen: boolean;
  onClose: () => void;
  onImported: (number: PhoneNumber) => void;
}

/** From an account to one of its numbers. Closed at any moment, it leaves everything as it is. */
export function ImportModal({ agentId, isOpen, onClose, onImported }: ImportModalProps) {
  const t = useTexts('calls');
  return (
    // Whoever comes back from Twilio's console clicks somewhere: that closes nothing.
    <Modal opened={isOpen} onClose={onClose} title={t('numbers.import')} size={560} closeOnClickOutside={false}>
      <Steps agentId={agentId} onClose={onClose} onImported={onImported} />
    </Modal>
  );
}

function Steps({ agentId, onClose, onImported }: Omit<ImportModalProps, 'isOpen'>) {
  const [looked, setLooked] = useState<Looked | null>(null);
  if (looked === null) return <AccountStep onLooked={setLooked} onClose={onClose} />;
  return <ChooseStep looked={looked} agentId={agentId} onBack={() => setLooked(null)} onImported={onImported} />;
}
