import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { saveFile } from '../../../ui/lists/save-file.ts';

type Shown = Parameters<typeof api.billing.exportUsage>[0];

/** The lines that are shown, and those below them, as a table for spreadsheets. */
export function useUsageExport() {
  const t = useTexts('billing');
  return useMutation({
    meta: { success: t('usage.exported'), failure: t('usage.exportFailed') },
    mutationFn: async (shown: Shown) => {
      const pieces: string[] = [];
      let isWhole = false;
      for await (const part of await api.billing.exportUsage(shown)) {
        pieces.push(part.text);
        isWhole = part.isLast;
      }
      // A connection that was cut looks like an end.
      if (!isWhole) throw new TypeError('The export broke off.');
      return new Blob(pieces, { type: 'text/csv' });
    },
    onSuccess: (content) => saveFile(content, `usage-${new Date().toISOString().slice(0, 10)}.csv`),
  });
}
