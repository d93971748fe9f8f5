import { ActionIcon } from '@mantine/core';
import { IconLayoutDistributeVertical, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { Panel, useReactFlow } from '@xyflow/react';
import { useTexts } from '../../../texts/texts.ts';
import { useFlowEditing } from './flow-editing.ts';

const FIT = { padding: 0.15, maxZoom: 1 };

export function CanvasControls({ onTidy }: { onTidy: () => Promise<void> }) {
  const t = useTexts('flow');
  const { mayShape } = useFlowEditing();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const tidy = async () => {
    await onTidy();
    requestAnimationFrame(() => void fitView(FIT));
  };
  return (
    <Panel position="bottom-left">
      <ActionIcon.Group role="group" aria-label={t('a11y.controls')}>
        <ActionIcon variant="default" size={32} aria-label={t('a11y.zoomOut')} onClick={() => void zoomOut()}>
          <IconMinus size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon variant="default" size={32} aria-label={t('a11y.zoomIn')} onClick={() => void zoomIn()}>
          <IconPlus size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('a11y.fit')}
          title={t('a11y.fit')}
          onClick={() => void fitView(FIT)}
        >
          <IconMaximize size={16} stroke={1.5} />
        </ActionIcon>
        {mayShape && (
          <ActionIcon variant="default" size={32} aria-label={t('tidy')} title={t('tidy')} onClick={() => void tidy()}>
            <IconLayoutDistributeVertical size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </ActionIcon.Group>
    </Panel>
  );
}
