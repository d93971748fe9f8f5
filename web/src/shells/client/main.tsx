import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { query, setHostRegion } from '../../api.ts';
import { createQueryClient } from '../../query-client.ts';
import { startTexts } from '../../texts/texts.ts';
import { UiProvider } from '../../ui/theme/ui-provider.tsx';
import './client.css';
import { initialScheme, listenToOwner, writtenRegion } from './brand.ts';
import { adaptTheme } from './brand-theme.ts';
import { createClientRouter, endSession } from './router.tsx';

const CREDITS_EVERY_MS = 15_000;

const region = writtenRegion();
if (region) setHostRegion(region);
const queryClient = createQueryClient(() => endSession(router, queryClient));
queryClient.setQueryDefaults(query.clientSessions.getMe.key(), {
  meta: { isRefreshNoticed: true },
  // The org's credits stand in the bar, and are spent and bought elsewhere: by visitors, and by whoever pays beside.
  refetchInterval: CREDITS_EVERY_MS,
});
const router = createClientRouter(queryClient);

listenToOwner();
await startTexts();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiProvider schemeKey="client-color-scheme" scheme={initialScheme()} adapt={adaptTheme}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
);
