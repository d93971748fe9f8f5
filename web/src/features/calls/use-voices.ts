import type { VoiceSettings } from '@antiphon/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** The voices of a provider, and its languages; a browser's are its own. */
export function useVoices(provider: VoiceSettings['provider']) {
  const { uid } = useWorkspace();
  const { data, isError } = useQuery(
    query.voices.list.queryOptions({
      input: { uid, provider: provider === 'browser' ? 'deepgram' : provider },
      enabled: provider !== 'browser',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const items = data?.items ?? [];
  return { items, langs: [...new Set(items.map(({ lang }) => lang))], isError };
}
