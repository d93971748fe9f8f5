import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { currentRegion, toProblem } from '../../api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page-header.tsx';

export function NotFound() {
  return (
    <Page>
      <EmptyState
        icon={<IconCompass size={28} stroke={1.5} />}
        title="This page does not exist."
        description="It may have been deleted, or the address is not complete."
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/app/$region/agents" params={{ region: currentRegion() }} {...props} />}
          >
            Go to agents
          </Button>
        }
      />
    </Page>
  );
}

export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Page>
      <LoadFailure
        title="This page could not be opened."
        problem={toProblem(error)}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}
