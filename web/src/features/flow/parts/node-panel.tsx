import { Drawer } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';

const PanelFields = lazy(async () => ({ default: (await import('./panel-fields.tsx')).PanelFields }));

/** The fields of the chosen node, beside the canvas, or over it. */
export function NodePanel({ isOverlay }: { isOverlay: boolean }) {
  const t = useTexts('flow');
  const { chosen, choose, selected } = useFlowEditing();
  if (isOverlay)
    return (
      <Drawer
        opened={chosen !== null}
        onClose={() => choose([])}
        position="bottom"
        size="85%"
        withCloseButton={false}
        attributes={{ content: { 'aria-label': t('panel') } }}
      >
        <Suspense>{chosen && <PanelFields key={chosen.id} />}</Suspense>
      </Drawer>
    );
  return (
    <aside className={styles.panel} aria-label={t('panel')}>
      {chosen ? (
        <Suspense>
          <PanelFields key={chosen.id} />
        </Suspense>
      ) : (
        <p className={styles.panelHint}>
          {selected.length > 1 ? t('selectedMany', { count: selected.length }) : t('selectedNone')}
        </p>
      )}
    </aside>
  );
}
