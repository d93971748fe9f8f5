import type { AgentVersion } from '@antiphon/contract/agents';
import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { toProblem } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { ChangeList } from '../../working-copy/change-list.tsx';
import { describeChanges } from '../../working-copy/describe-changes.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useVersionSettings } from './use-version-settings.ts';
import { VersionBadges } from './version-badges.tsx';
import styles from './versions.module.css';

interface VersionDetailsProps {
  version: AgentVersion;
  /** The version published before it; null for the first that is kept. */
  numberBefore: number | null;
  onRestored: () => void;
}

type Against = 'before' | 'workingCopy';

export function VersionDetails({ version, numberBefore, onRestored }: VersionDetailsProps) {
  const t = useTexts('versions');
  const { agent, settings } = useWorkingCopy();
  const [against, setAgainst] = useState<Against>(numberBefore === null ? 'workingCopy' : 'before');
  const [isAsking, dialog] = useDisclosure(false);
  const one = useVersionSettings(agent.ID, version.number);
  const other = useVersionSettings(agent.ID, against === 'before' ? numberBefore : null);
  const problem = one.error ?? other.error;
  const isCompared = against === 'workingCopy' || other.data !== undefined;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.line}>
          <h3 className={styles.title}>{t('version', { number: version.number })}</h3>
          <VersionBadges version={version} />
        </div>
        <span className={styles.author}>
          <RichText
            of="versions"
            text="by"
            values={{ author: version.author }}
            tags={{ time: <RelativeTime date={version.createdAt} /> }}
          />
        </span>
        {version.note !== '' && (
          <span className={styles.note} data-text="content" dir="auto">
            {version.note}
          </span>
        )}
      </div>
      <div className={styles.compare}>
        <Select<Against>
          label={t('compare.label')}
          allowDeselect={false}
          w={260}
          value={against}
          onChange={(value) => value !== null && setAgainst(value)}
          data={[
            ...(numberBefore === null
              ? []
              : [{ value: 'before' as const, label: t('compare.before', { number: numberBefore }) }]),
            { value: 'workingCopy', label: t('compare.workingCopy') },
          ]}
        />
        {agent.abilities.canPublish && (
          <Button variant="default" onClick={dialog.open}>
            {t('restore.action')}
          </Button>
        )}
      </div>
      {problem && (
        <LoadFailure
          title={t('oneFailed')}
          problem={toProblem(problem)}
          onRetry={() => void Promise.all([one.refetch(), other.refetch()])}
        />
      )}
      {!problem && !(one.data && isCompared) && <FormSkeleton />}
      {one.data && isCompared && (
        <ChangeList
          changes={
            against === 'before'
              ? describeChanges(other.data?.settings ?? one.data.settings, one.data.settings)
              : describeChanges(one.data.settings, settings)
          }
          emptyText={against === 'before' ? t('same.before') : t('same.workingCopy')}
        />
      )}
      <RestoreDialog version={version} isOpen={isAsking} onClose={dialog.close} onRestored={onRestored} />
    </>
  );
}
