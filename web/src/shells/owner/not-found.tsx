import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

export function NotFound() {
  const t = useTexts('ui');
  return (
    <Page>
      <EmptyState
        icon={<IconCompass size={28} stroke={1.5} />}
        title={t('notFound.title')}
        description={t('notFound.text')}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/app/$region/agents" params={{ region: currentRegion() }} {...props} />}
          >
            {t('notFound.action')}
          </Button>
        }
      />
    </Page>
  );
}
