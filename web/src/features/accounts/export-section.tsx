import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { saveFile } from '../../ui/lists/save-file.ts';

/** Everything of the person's as one file, with the progress while it is read. */
export function ExportSection() {
  const t = useTexts('accounts');
  const [records, setRecords] = useState(0);
  const exporting = useMutation({
    mutationFn: async () => {
      setRecords(0);
      const pieces: string[] = [];
      for await (const piece of await api.accounts.exportOwn()) {
        pieces.push(piece.text);
        setRecords(piece.records);
        if (piece.isLast) return saveFile(new Blob(pieces, { type: 'application/x-ndjson' }), 'account.jsonl');
      }
      // The stream ended before its last piece: half an export is none.
      throw new TypeError('the export broke off');
    },
    meta: { success: t('exported'), failure: t('exportFailed') },
  });
  return (
    <FormSection title={t('exportTitle')} description={t('exportText')}>
      <div>
        <Button variant="default" onClick={() => exporting.mutate()} loading={exporting.isPending}>
          {t('export')}
        </Button>
        <Text size="sm" c="var(--ui-muted)" mt={8} role="status">
          {exporting.isPending ? t('exporting', { count: records }) : ''}
        </Text>
      </div>
    </FormSection>
  );
}
