import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconPhoneOutgoing } from '@tabler/icons-react';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useCampaigns } from '../use-campaigns.ts';
import { CampaignTable } from './campaign-table.tsx';
import { CampaignView } from './campaign-view.tsx';
import styles from './campaigns.module.css';
import { DoNotCall } from './do-not-call.tsx';
import { NewCampaign } from './new-campaign.tsx';
import { Setup } from './setup.tsx';

interface CampaignsProps {
  agentId: string;
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  mayWrite: boolean;
  mayOpenConversations: boolean;
}

/** The campaigns of an agent, or the one of them that is open. */
export function Campaigns({ agentId, openId, onOpen, mayWrite, mayOpenConversations }: CampaignsProps) {
  const t = useTexts('campaigns');
  const list = useCampaigns(agentId);
  const [isNew, adding] = useDisclosure(false);
  if (list.isError && !list.data)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />;
  if (!list.data) return <RowsSkeleton />;
  const { items, mayApprove } = list.data;
  const add = mayWrite && <Button onClick={adding.open}>{t('new.action')}</Button>;
  const back = (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.5} className="mirrored" aria-hidden="true" />}
      onClick={() => onOpen(undefined)}
    >
      {t('back')}
    </Button>
  );
  const campaign = items.find(({ id }) => id === openId);
  const shown = { agentId, mayWrite, onGone: () => onOpen(undefined) };
  return (
    <div className={styles.tab}>
      {openId !== undefined && !campaign && <EmptyState title={t('gone')} action={back} />}
      {campaign && (
        <>
          <div>{back}</div>
          {campaign.state === 'draft' && mayWrite ? (
            <Setup key={campaign.id} {...shown} campaign={campaign} mayApprove={mayApprove} />
          ) : (
            <CampaignView
              key={campaign.id}
              {...shown}
              campaign={campaign}
              mayApprove={mayApprove}
              mayOpenConversations={mayOpenConversations}
            />
          )}
        </>
      )}
      {openId === undefined && items.length === 0 && (
        <EmptyState
          icon={<IconPhoneOutgoing size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={add}
        />
      )}
      {openId === undefined && items.length > 0 && (
        <>
          <div className={styles.head}>
            <p className={styles.lead}>{t('lead')}</p>
            {mayWrite && (
              <Group gap="xs">
                <DoNotCall agentId={agentId} />
                {add}
              </Group>
            )}
          </div>
          <CampaignTable items={items} onOpen={onOpen} />
        </>
      )}
      {isNew && <NewCampaign agentId={agentId} onClose={adding.close} onMade={onOpen} />}
    </div>
  );
}
