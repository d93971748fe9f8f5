import type { ImportPart, ImportProblem } from '@antiphon/contract/leads';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type Say, useTexts } from '../../../texts/texts.ts';
import { saveFile } from '../../../ui/lists/save-file.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './leads.module.css';

interface ImportResultProps {
  result: NonNullable<ImportPart['result']>;
  fileName: string;
  onClose: () => void;
}

const SHOWN = 5;

export function ImportResult({ result, fileName, onClose }: ImportResultProps) {
  const t = useTexts('leads');
  const { created, merged, skipped, problems } = result;
  return (
    <Stack gap="md">
      <Text role="status">{t('import.result', { created, merged, skipped })}</Text>
      {problems.length > 0 && (
        <div>
          <Notice>{t('import.problems', { count: problems.length })}</Notice>
          <ul className={styles.problems}>
            {problems.slice(0, SHOWN).map(({ line, reason, value }) => (
              <li key={line}>
                <strong>{t('import.line', { line })}</strong> {t(`importReasons.${reason}`)}{' '}
                <q data-text="content" dir="auto">
                  {value}
                </q>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        {problems.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => saveFile(toCsv(problems, t), `problems-${fileName}`)}
          >
            {t('import.download')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('import.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What a spreadsheet would run gets an apostrophe before it. */
const cell = (value: string | number) =>
  `"${String(value)
    .replace(/^[\s]*[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`;

function toCsv(problems: readonly ImportProblem[], t: Say<'leads'>) {
  const head = [t('import.row'), t('import.problem'), t('import.value')];
  const lines = problems.map(({ line, reason, value }) => [line, t(`importReasons.${reason}`), value]);
  return new Blob(['\ufeff', ...[head, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`)], {
    type: 'text/csv',
  });
}
