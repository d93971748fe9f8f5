import { StatusBadge } from '../../ui/status-badge.tsx';

interface AgentStateProps {
  isPublished: boolean;
  hasUnpublishedChanges: boolean;
}

/** What visitors get: nothing yet, the published copy, or a published copy older than the working copy. */
export function AgentState({ isPublished, hasUnpublishedChanges }: AgentStateProps) {
  if (!isPublished) return <StatusBadge tone="neutral">Draft</StatusBadge>;
  if (hasUnpublishedChanges) return <StatusBadge tone="warn">Unpublished changes</StatusBadge>;
  return <StatusBadge tone="good">Published</StatusBadge>;
}
