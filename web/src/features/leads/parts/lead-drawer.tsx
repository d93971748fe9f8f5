import type { LeadDetail } from '@antiphon/contract/leads';
import { Anchor, Button, Drawer, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api, currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useMay } from '../../workspaces/use-workspace.ts';
import { useLeadGroups, useLeadsChanged } from '../use-leads.ts';
import { LeadForm } from './lead-form.tsx';
import { leadTitle } from './lead-table.tsx';
import styles from './leads.module.css';
import { useDeleteLeads } from './use-delete-leads.ts';

const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog }));

interface LeadDrawerProps {
  agentId: string;
  /** Missing for a new one. */
  leadId: string | undefined;
  canWrite: boolean;
  canErase: boolean;
  onClose: () => void;
}

export function LeadDrawer({ agentId, leadId, canWrite, canErase, onClose }: LeadDrawerProps) {
  const t = useTexts('leads');
  const isNew = leadId === undefined;
  // Never from memory: the form begins with what is there now.
  const lead = useQuery(
    query.leads.get.queryOptions({ input: { id: agentId, leadId: leadId ?? '' }, enabled: !isNew, gcTime: 0 }),
  );
  const fields = useQuery(query.leads.listFields.queryOptions({ input: { id: agentId } }));
  const failed = lead.isError ? lead : fields.isError ? fields : null;
  const title = isNew ? t('new') : lead.data ? leadTitle(lead.data) : t('lead');
  return (
    <Drawer opened onClose={onClose} title={<span dir="auto">{title}</span>}>
      {failed && (
        <LoadFailure
          title={t('leadFailed')}
          problem={toProblem(failed.error)}
          onRetry={() => void Promise.all([lead.refetch(), fields.refetch()])}
        />
      )}
      {!failed && (fields.isPending || (!isNew && lead.isPending)) && <RowsSkeleton rows={5} />}
      {fields.isSuccess && (isNew || lead.isSuccess) && (
        <Stack gap="xl">
          <LeadForm
            key={leadId ?? 'new'}
            agentId={agentId}
            lead={lead.data ?? null}
            fields={fields.data.items}
            canWrite={canWrite}
            onDone={onClose}
          />
          {lead.data && (
            <>
              <LeadGroupsField agentId={agentId} lead={lead.data} canWrite={canWrite} />
              <History agentId={agentId} lead={lead.data} />
              {canWrite && <Ending agentId={agentId} lead={lead.data} canErase={canErase} onClose={onClose} />}
            </>
          )}
        </Stack>
      )}
    </Drawer>
  );
}

function LeadGroupsField({ agentId, lead, canWrite }: { agentId: string; lead: LeadDetail; canWrite: boolean }) {
  const t = useTexts('leads');
  const groups = useLeadGroups(agentId);
  const changed = useLeadsChanged();
  const assignment = useMutation({
    mutationFn: ({ groupId, isIn }: { groupId: string; isIn: boolean }) =>
      api.leads.assignGroup({ id: agentId, groupId, isIn, leadIds: [lead.id] }),
    meta: { failure: t('groups.assignFailed') },
    onSuccess: changed,
  });
  const own: string[] = lead.groups.map(({ id }) => id);
  const change = (next: string[]) => {
    const added = next.find((id) => !own.includes(id));
    const removed = own.find((id) => !next.includes(id));
    const groupId = added ?? removed;
    if (groupId !== undefined) assignment.mutate({ groupId, isIn: added !== undefined });
  };
  return (
    <MultiSelect
      label={t('groups.title')}
      placeholder={own.length === 0 ? t('groups.choose') : undefined}
      disabled={!canWrite || assignment.isPending}
      data={groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={own}
      onChange={change}
      nothingFoundMessage={t('groups.none')}
      searchable
    />
  );
}

function History({ agentId, lead }: { agentId: string; lead: LeadDetail }) {
  const t = useTexts('leads');
  const router = useRouter();
  const mayOpen = useMay('conversations.reply');
  return (
    <section>
      <h3 className={styles.heading}>{t('history.title')}</h3>
      {lead.history.length === 0 && (
        <Text size="sm" c="var(--ui-muted)">
          {t('history.none')}
        </Text>
      )}
      <ul className={styles.history}>
        {lead.history.map(({ id, firstQuestion, lastMessageAt }) => {
          const href = `/app/${currentRegion()}/agents/${agentId}/convos?convo=${id}`;
          const words =
            firstQuestion === '' ? (
              t('history.noQuestion')
            ) : (
              <span data-text="content" dir="auto">
                {firstQuestion}
              </span>
            );
          return (
            <li key={id}>
              {mayOpen ? (
                <Anchor
                  href={href}
                  className={styles.question}
                  onClick={(event) => {
                    event.preventDefault();
                    router.history.push(href);
                  }}
                >
                  {words}
                </Anchor>
              ) : (
                <span className={styles.question}>{words}</span>
              )}
              <span className={styles.when}>
                <RelativeTime date={lastMessageAt} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface EndingProps {
  agentId: string;
  lead: LeadDetail;
  canErase: boolean;
  onClose: () => void;
}

function Ending({ agentId, lead, canErase, onClose }: EndingProps) {
  const t = useTexts('leads');
  const [isErasing, setErasing] = useState(false);
  const deletion = useDeleteLeads(agentId, onClose);
  return (
    <Group gap="xs" className={styles.ending}>
      <Button variant="default" loading={deletion.isPending} onClick={() => deletion.mutate({ leadIds: [lead.id] })}>
        {t('delete.one')}
      </Button>
      {canErase && (
        <Button variant="default" c="var(--ui-bad)" onClick={() => setErasing(true)}>
          {t('erase.action')}
        </Button>
      )}
      <Suspense>
        {isErasing && (
          <EraseDialog agentId={agentId} lead={lead} onClose={() => setErasing(false)} onErased={onClose} />
        )}
      </Suspense>
    </Group>
  );
}
