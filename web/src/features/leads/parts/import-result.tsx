import type { ImportPart, ImportProblem } from '@antiphon/contract/leads';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/notice.tsx';
import { saveFile } from '../../../ui/save-file.ts';
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
            {problems.slice(0, SHOWN).map(({ line, value, message }) => (
              <li key={line}>
                <strong>{t('import.line', { line })}</strong>{' '}
                <span data-text="content" dir="auto">
                  {message} <q>{value}</q>
                </span>
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
            onClick={() => saveFile(toCsv(problems), `problems-${fileName}`)}
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

const toCsv = (problems: readonly ImportProblem[]) =>
  new Blob(
    [
      '\ufeffline,problem,value\r\n',
      ...problems.map(({ line, message, value }) => `${[line, message, value].map(cell).join(',')}\r\n`),
    ],
    { type: 'text/csv' },
  );
