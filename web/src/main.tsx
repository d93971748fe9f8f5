import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './query-client.ts';
import { createOwnerRouter, endSession } from './shells/owner/router.tsx';
import { UiProvider } from './ui/ui-provider.tsx';

const queryClient = createQueryClient(() => endSession(router, queryClient));
const router = createOwnerRouter(queryClient);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
);
