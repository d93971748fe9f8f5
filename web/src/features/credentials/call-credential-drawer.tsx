import type { CallCredential } from '@antiphon/contract/call-credentials';
import { Drawer } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { CallCredentialForm } from './parts/call-credential-form.tsx';

interface CallCredentialDrawerProps {
  /** The one that is replaced; else it is a new one. */
  credential?: CallCredential;
  /** Where a new one is to be sent, as far as that is known. */
  origin?: string;
  isOpen: boolean;
  onClose: () => void;
  onSaved?: (saved: CallCredential) => void;
}

/** A secret that functions send along: stored, or replaced as a whole. */
export function CallCredentialDrawer({ credential, origin = '', isOpen, onClose, onSaved }: CallCredentialDrawerProps) {
  const t = useTexts('call-credentials');
  const title = credential ? t('replace.title', { label: credential.label }) : t('add');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={title}>
      <CallCredentialForm credential={credential} origin={origin} onClose={onClose} onSaved={onSaved} />
    </Drawer>
  );
}
