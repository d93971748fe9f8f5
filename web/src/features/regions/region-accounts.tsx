import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../api.ts';

const RegionControls = lazy(async () => ({ default: (await import('./parts/region-controls.tsx')).RegionControls }));

/** Nothing for nearly everybody: the switch and the warning are for people with accounts in both regions. */
export function RegionAccounts() {
  const { data } = useQuery(query.regions.listAccounts.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (data === undefined || data.regions.length < 2) return null;
  return (
    <Suspense>
      <RegionControls accounts={data} />
    </Suspense>
  );
}
