import { limits } from '@antiphon/contract/limits';
import { Button, Modal } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';

export function StartedDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('agencies');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('trial.startedTitle')}>
      <p style={{ marginTop: 0 }}>{t('trial.startedText', { days: limits.whitelabelTrialDays })}</p>
      <Button onClick={onClose} fullWidth>
        {t('trial.go')}
      </Button>
    </Modal>
  );
}
