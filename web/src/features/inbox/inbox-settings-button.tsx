import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useOnceOpen } from '../../ui/forms/use-once-open.ts';

const InboxSettingsDrawer = lazy(async () => ({
  default: (await import('./parts/inbox-settings-drawer.tsx')).InboxSettingsDrawer,
}));

/** For whoever may change what holds in the inbox. A client's org has its own, which its agency sets. */
export function InboxSettingsButton({ uid }: { uid: string }) {
  const t = useTexts('inbox');
  const [isOpen, drawer] = useDisclosure(false);
  const { data } = useQuery(query.handoffs.getSettings.queryOptions({ input: { uid } }));
  const wasOpen = useOnceOpen(isOpen);
  if (!data?.canSave) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
        onClick={drawer.open}
      >
        {t('settings.title')}
      </Button>
      <Suspense>
        {wasOpen && <InboxSettingsDrawer uid={uid} settings={data} isOpen={isOpen} onClose={drawer.close} />}
      </Suspense>
    </>
  );
}
