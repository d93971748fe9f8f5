import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './query-client.ts';
import { createOwnerRouter, endSession } from './shells/owner/router.tsx';
import { startTexts } from './texts/texts.ts';
import { UiProvider } from './ui/theme/ui-provider.tsx';

const queryClient = createQueryClient(() => endSession(router, queryClient));
const router = createOwnerRouter(queryClient);

await startTexts();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
);
