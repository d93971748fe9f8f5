import type { CrawlLine } from '@antiphon/contract/crawls';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useCrawlActions } from './use-crawl-actions.ts';

interface DeleteCrawlProps {
  line: CrawlLine;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteCrawl({ line, isOpen, onClose }: DeleteCrawlProps) {
  const t = useTexts('crawls');
  const navigate = useNavigate();
  const { remove, readAgain } = useCrawlActions(line);
  const confirm = async () => {
    await remove.mutateAsync();
    onClose();
    await navigate({ to: '/app/$region/automations', params: { region: currentRegion() } });
    await readAgain();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('remove.title', { title: line.title })}
      confirmLabel={t('remove.confirm')}
      onConfirm={() => void confirm().catch(() => {})}
      isPending={remove.isPending}
    >
      {t('remove.text')}
    </ConfirmDialog>
  );
}
