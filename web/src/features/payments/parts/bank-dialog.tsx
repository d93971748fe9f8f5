import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './payments.module.css';
import type { Confirmed } from './provider.ts';

interface BankDialogProps {
  path: string;
  /** What became of it by now. */
  look: () => Promise<Confirmed>;
  onDone: (confirmed: Confirmed) => void;
  /** Closed before an answer: nothing was saved. */
  onClose: () => void;
}

/** The page on which the holder of a card says that it is them. Looked at until they did, so that no message of a frame is trusted. */
export function BankDialog({ path, look, onDone, onClose }: BankDialogProps) {
  const t = useTexts('payments');
  const { data } = useQuery({
    queryKey: ['bank', path],
    queryFn: look,
    refetchInterval: 1_000,
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  useEffect(() => {
    if (data && data.state !== 'asks') onDone(data);
  }, [data, onDone]);
  return (
    <Modal opened onClose={onClose} title={t('bank.title')} size={520} closeOnClickOutside={false}>
      <iframe className={styles.bank} src={path} title={t('bank.title')} />
    </Modal>
  );
}
