import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentRegion, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { widgetScript } from './widget-script.ts';

/** Puts the script tag of an agent on the clipboard. */
export function useCopyWidgetScript() {
  const t = useTexts('shell');
  const queryClient = useQueryClient();
  return useMutation({
    meta: { success: t('palette.scriptCopied'), failure: t('palette.scriptFailed') },
    mutationFn: async (agentId: string) => {
      const agent = await queryClient.ensureQueryData(query.agents.get.queryOptions({ input: { id: agentId } }));
      await navigator.clipboard.writeText(widgetScript(window.location.origin, currentRegion(), agent));
    },
  });
}
