import { limits } from '@antiphon/contract/limits';
import { Button, Modal } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';

type Props = { isOpen: boolean; isIncluded: boolean; onClose: () => void };

export function StartedDialog({ isOpen, isIncluded, onClose }: Props) {
  const t = useTexts('agencies');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(isIncluded ? 'trial.readyTitle' : 'trial.startedTitle')}>
      <p style={{ marginTop: 0 }}>
        {isIncluded ? t('trial.readyText') : t('trial.startedText', { days: limits.whitelabelTrialDays })}
      </p>
      <Button onClick={onClose} fullWidth>
        {t('trial.go')}
      </Button>
    </Modal>
  );
}
