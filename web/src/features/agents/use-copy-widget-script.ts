import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentRegion, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { scriptOriginOf } from './use-script-origin.ts';
import { widgetScript } from './widget-script.ts';

/** Puts the script tag of an agent on the clipboard. */
export function useCopyWidgetScript() {
  const t = useTexts('shell');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { success: t('palette.scriptCopied'), failure: t('palette.scriptFailed') },
    mutationFn: async (agentId: string) => {
      const [agent, agency, demo] = await Promise.all([
        queryClient.ensureQueryData(query.agents.get.queryOptions({ input: { id: agentId } })),
        queryClient.ensureQueryData(query.agencies.get.queryOptions({ input: { uid } })),
        queryClient.ensureQueryData(query.demo.get.queryOptions({ input: { uid } })),
      ]);
      await navigator.clipboard.writeText(widgetScript(scriptOriginOf(agency, demo), currentRegion(), agent));
    },
  });
}
