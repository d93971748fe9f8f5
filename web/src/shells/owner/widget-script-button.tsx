import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useOnceOpen } from '../../ui/forms/use-once-open.ts';

const WidgetScriptModal = lazy(async () => ({
  default: (await import('../../features/agents/widget-script-modal.tsx')).WidgetScriptModal,
}));

interface WidgetScriptButtonProps extends ButtonProps {
  agentId: string;
  /** Also drawn as an icon alone, of this class, where there is little room. */
  iconClass?: string;
}

export function WidgetScriptButton({ agentId, iconClass, ...look }: WidgetScriptButtonProps) {
  const t = useTexts('shell');
  const [isOpen, modal] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCode size={16} stroke={1.5} aria-hidden="true" />}
        onClick={modal.open}
        {...look}
      >
        {t('widgetScript')}
      </Button>
      {iconClass && (
        <ActionIcon className={iconClass} onClick={modal.open} aria-label={t('widgetScript')} size={36}>
          <IconCode size={20} stroke={1.5} />
        </ActionIcon>
      )}
      {useOnceOpen(isOpen) && (
        <Suspense>
          <WidgetScriptModal agentId={agentId} isOpen={isOpen} onClose={modal.close} />
        </Suspense>
      )}
    </>
  );
}
