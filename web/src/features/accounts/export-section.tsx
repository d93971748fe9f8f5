import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { saveFile } from '../../ui/lists/save-file.ts';

/** What is known of the person, as one file. What their workspaces hold is exported in the settings of each. */
export function ExportSection() {
  const t = useTexts('accounts');
  const exporting = useMutation({
    mutationFn: async () => {
      const text = `${JSON.stringify(await api.accounts.exportOwn(), null, 2)}\n`;
      saveFile(new Blob([text], { type: 'application/json' }), 'account.json');
    },
    meta: { success: t('exported'), failure: t('exportFailed') },
  });
  return (
    <FormSection title={t('exportTitle')} description={t('exportText')}>
      <div>
        <Button variant="default" onClick={() => exporting.mutate()} loading={exporting.isPending}>
          {t('export')}
        </Button>
      </div>
    </FormSection>
  );
}
