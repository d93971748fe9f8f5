import type { Blueprint } from '@antiphon/contract/blueprints';
import { Button, Checkbox, Group, Modal, MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { ChangeList } from '../../working-copy/change-list.tsx';
import styles from './blueprints.module.css';
import { pushedChanges } from './pushed-changes.ts';
import { useBlueprintCall } from './use-blueprint-call.ts';
import { useVersion } from './use-version.ts';

interface PushDialogProps {
  id: string;
  version: number;
  blueprint: Blueprint;
  onClose: () => void;
}

/** Of those who can be chosen one by one; a push to more goes to all. */
const chosenMax = 100;
const shownChars = 40;

export function PushDialog({ id, version, blueprint, onClose }: PushDialogProps) {
  const t = useTexts('blueprints');
  const ui = useTexts('ui');
  const [publishes, setPublishes] = useState(false);
  const [inWaves, setInWaves] = useState(true);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const links = useQuery(query.blueprints.listLinks.queryOptions({ input: { id, limit: chosenMax } }));
  const pushing = useBlueprintCall(
    () => api.blueprints.push({ id, version, publishes, inWaves, ...(chosen ? { agentIds: chosen } : {}) }),
    { failure: t('push.failed') },
  );
  const count = chosen === null ? blueprint.links : chosen.length;
  return (
    <Modal opened onClose={onClose} title={t('push.title', { version })} size={600}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          pushing.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <Changes id={id} before={blueprint.oldestVersion} now={version} />
        <Radio.Group
          label={t('push.who')}
          value={chosen === null ? 'all' : 'chosen'}
          onChange={(who) => setChosen(who === 'all' ? null : [])}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={t('push.all', { count: blueprint.links })} />
            <Radio value="chosen" label={t('push.chosen')} />
          </Stack>
        </Radio.Group>
        {chosen !== null && (
          <MultiSelect
            label={t('push.agents')}
            searchable
            value={chosen}
            onChange={setChosen}
            data={(links.data?.items ?? []).map(({ agentId, title }) => ({
              value: agentId as string,
              label: truncateChars(title, shownChars),
            }))}
          />
        )}
        <Radio.Group
          label={t('push.how')}
          value={publishes ? 'publish' : 'draft'}
          onChange={(how) => setPublishes(how === 'publish')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="draft" label={t('push.draft')} description={t('push.draftHint')} />
            <Radio value="publish" label={t('push.publish')} description={t('push.publishHint')} />
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t('push.waves')}
          description={t('push.wavesHint')}
          checked={inWaves}
          onChange={(event) => setInWaves(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={pushing.isPending} disabled={count === 0}>
            {t('push.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** What is new since the version that was pushed last. */
function Changes({ id, before, now }: { id: string; before: number | null; now: number }) {
  const t = useTexts('blueprints');
  const isSame = before === now;
  const [old, wanted] = [useVersion(id, isSame ? null : before), useVersion(id, isSame ? null : now)];
  return (
    <section>
      <h3 className={styles.heading}>{t('push.changes')}</h3>
      {isSame || before === null ? (
        <p className={styles.muted}>{t('push.sameVersion')}</p>
      ) : old.isError || wanted.isError ? (
        <p className={styles.muted}>{t('push.unknown')}</p>
      ) : old.data === undefined || wanted.data === undefined ? (
        <FormSkeleton />
      ) : (
        <>
          <p className={styles.muted}>{t('push.since', { version: before })}</p>
          <div className={styles.changes}>
            <ChangeList
              changes={pushedChanges(old.data.settings, wanted.data.settings)}
              emptyText={t('push.nothing')}
            />
          </div>
        </>
      )}
    </section>
  );
}
