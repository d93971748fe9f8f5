import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { saveFile } from '../../../ui/lists/save-file.ts';
import type { LeadChoice } from '../lead-choice.ts';

/** What is chosen, as a table for spreadsheets. */
export function useLeadExport(agentId: string) {
  const t = useTexts('leads');
  return useMutation({
    meta: { success: t('export.saved'), failure: t('export.failed') },
    mutationFn: async (selection: LeadChoice) => {
      const pieces: string[] = [];
      let isWhole = false;
      for await (const part of await api.leads.export({ id: agentId, ...selection })) {
        pieces.push(part.text);
        isWhole = part.isLast;
      }
      // A connection that was cut looks like an end.
      if (!isWhole) throw new TypeError('The export broke off.');
      return new Blob(pieces, { type: 'text/csv' });
    },
    onSuccess: (content) => saveFile(content, `leads-${new Date().toISOString().slice(0, 10)}.csv`),
  });
}
