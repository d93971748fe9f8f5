import { Button, Group } from '@mantine/core';
import { IconCopy, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { copyText } from './copy-text.ts';
import { InstructionsDialog } from './instructions-dialog.tsx';
import { letterOf, type SetUpRecord } from './record-words.ts';

interface RecordInstructionsProps {
  domain: string;
  domainType?: 'customDomain';
  records: readonly SetUpRecord[];
  canEdit: boolean;
}

/** All records of a domain for whoever keeps its DNS: by mail, or as a text to paste. */
export function RecordInstructions({ domain, domainType, records, canEdit }: RecordInstructionsProps) {
  const t = useTexts('dns-records');
  const [isSending, setSending] = useState(false);
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <>
      <Group gap={8}>
        {canEdit && (
          <Button variant="default" leftSection={<IconMail {...icon} />} onClick={() => setSending(true)}>
            {t('instructions.send')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copyText(letterOf(t, domain, records), t('copiedAll'))}
        >
          {t('copyAll')}
        </Button>
      </Group>
      <InstructionsDialog
        domain={domain}
        domainType={domainType}
        isOpen={isSending}
        onClose={() => setSending(false)}
      />
    </>
  );
}
