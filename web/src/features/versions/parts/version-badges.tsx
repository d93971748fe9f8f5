import type { AgentVersion } from '@antiphon/contract/agents';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

/** Who gets a version: visitors, or where there is a staging those of live or of staging. */
export function VersionBadges({ version }: { version: AgentVersion }) {
  const t = useTexts('versions');
  const hasStaging = useWorkingCopy().agent.stagingVersion !== null;
  return (
    <>
      {version.isPublished && <StatusBadge tone="good">{hasStaging ? t('live') : t('published')}</StatusBadge>}
      {version.isStaging && <StatusBadge tone="accent">{t('staging.title')}</StatusBadge>}
    </>
  );
}
