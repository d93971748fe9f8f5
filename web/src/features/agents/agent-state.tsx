import { useTexts } from '../../texts/texts.ts';
import { StatusBadge } from '../../ui/states/status-badge.tsx';

interface AgentStateProps {
  isPublished: boolean;
  hasUnpublishedChanges: boolean;
  /** Something was typed that is not saved. */
  isDirty?: boolean;
}

/** What visitors get: nothing yet, the published copy, or a published copy older than the working copy. */
export function AgentState({ isPublished, hasUnpublishedChanges, isDirty = false }: AgentStateProps) {
  const t = useTexts('agents');
  if (isDirty) return <StatusBadge tone="warn">{t('states.unsaved')}</StatusBadge>;
  if (!isPublished) return <StatusBadge tone="neutral">{t('states.draft')}</StatusBadge>;
  if (hasUnpublishedChanges) return <StatusBadge tone="warn">{t('states.changed')}</StatusBadge>;
  return <StatusBadge tone="good">{t('states.published')}</StatusBadge>;
}
