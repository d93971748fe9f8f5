import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { copyText } from './copy-text.ts';
import { letterOf, type SetUpRecord } from './record-words.ts';

/** All records of a domain as one text, for whoever keeps its DNS. */
export function CopyInstructions({ domain, records }: { domain: string; records: readonly SetUpRecord[] }) {
  const t = useTexts('dns-records');
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => void copyText(letterOf(t, domain, records), t('copiedAll'))}
    >
      {t('copyAll')}
    </Button>
  );
}
