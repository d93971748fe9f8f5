import { limits } from '@antiphon/contract/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

const PAUSE_MS = 500;

/** A style sheet as clients' browsers would get it, asked for after a pause in typing; nothing is stored. */
export function useScopedCss(css: string, mayAsk: boolean) {
  const { uid } = useWorkspace();
  const [asked] = useDebouncedValue(css, PAUSE_MS);
  const isAsked = mayAsk && asked.trim() !== '' && asked.length <= limits.customCssCharsMax;
  const scoped = useQuery({
    ...query.agencies.cleanCss.queryOptions({ input: { uid, css: asked } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (!isAsked) return { css: '', leftOut: [], error: null };
  return { css: scoped.data?.css ?? '', leftOut: scoped.data?.leftOut ?? [], error: scoped.error };
}
