import { Outlet, useLocation } from '@tanstack/react-router';
import { isPreviewPage, useBrand } from './brand.ts';
import { ClientLayout } from './client-layout.tsx';

/** Pages outside of the dashboard. The sign-in and the dashboard, under `/app/`, bring layouts of their own. */
export function ClientRoot() {
  const brand = useBrand();
  const { pathname } = useLocation();
  if (isPreviewPage) return <Outlet />;
  if (!brand) return null;
  if (pathname === '/' || pathname.startsWith('/app/') || pathname === '/client-preview') return <Outlet />;
  return (
    <ClientLayout brand={brand}>
      <Outlet />
    </ClientLayout>
  );
}
