import type { CrawlLine } from '@antiphon/contract/crawls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';

/** Reads again whatever tells of crawls, and of the documents that they are. */
export function useCrawlsAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: query.crawls.key() }),
      queryClient.invalidateQueries({ queryKey: query.knowledge.key() }),
      queryClient.invalidateQueries({ queryKey: query.agents.get.key() }),
    ]);
}

export function useCrawlActions({ id, agentId, isPaused }: Pick<CrawlLine, 'id' | 'agentId' | 'isPaused'>) {
  const t = useTexts('crawls');
  const readAgain = useCrawlsAgain();
  const target = { id: agentId, docId: id };
  const run = useMutation({
    mutationFn: () => api.knowledge.refresh(target),
    meta: { success: t('run.started'), failure: t('run.failed'), kept: t('run.kept') },
    onSettled: readAgain,
  });
  const pause = useMutation({
    mutationFn: () => api.crawls.pause({ ...target, isPaused: !isPaused }),
    meta: { success: isPaused ? t('pause.resumed') : t('pause.paused'), failure: t('pause.failed') },
    onSettled: readAgain,
  });
  const remove = useMutation({
    mutationFn: () => api.knowledge.delete(target).catch(goneIsDone),
    meta: { success: t('remove.done'), failure: t('remove.failed'), kept: t('remove.kept') },
  });
  return { run, pause, remove, readAgain };
}
