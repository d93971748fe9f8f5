import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconVariable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useCommands } from '../../../ui/page/commands.ts';
import { AddMenu } from './add-menu.tsx';
import { FaultMenu } from './fault-menu.tsx';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { SectionPicker } from './section-picker.tsx';
import { VariablesDrawer } from './variables-drawer.tsx';

interface FlowToolbarProps {
  view: 'canvas' | 'outline';
  onView: (view: 'canvas' | 'outline') => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

export function FlowToolbar({ view, onView, undo, redo, canUndo, canRedo }: FlowToolbarProps) {
  const t = useTexts('flow');
  const { mayShape, mayWrite, add } = useFlowEditing();
  const [hasVariables, setHasVariables] = useState(false);
  useCommands(
    mayWrite
      ? [
          { id: 'flow-undo', label: t('undo'), group: 'page', keys: 'mod+z', run: undo },
          { id: 'flow-redo', label: t('redo'), group: 'page', keys: 'mod+shift+z', run: redo },
          { id: 'flow-redo-y', label: t('redo'), group: 'page', keys: 'mod+y', run: redo, isKeysOnly: true },
        ]
      : [],
  );
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('tools')}>
      <SectionPicker />
      {mayShape && (
        <AddMenu
          onAdd={(kind) => add(kind)}
          target={
            <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}>
              {t('add')}
            </Button>
          }
        />
      )}
      {mayShape && (
        <Button
          variant="default"
          leftSection={<IconVariable size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setHasVariables(true)}
        >
          {t('variables.title')}
        </Button>
      )}
      {mayWrite && (
        <ActionIcon.Group>
          <ActionIcon variant="default" size={36} aria-label={t('undo')} disabled={!canUndo} onClick={undo}>
            <IconArrowBackUp className="mirrored" size={18} stroke={1.5} />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={t('redo')} disabled={!canRedo} onClick={redo}>
            <IconArrowForwardUp className="mirrored" size={18} stroke={1.5} />
          </ActionIcon>
        </ActionIcon.Group>
      )}
      <span className={styles.toolbarEnd}>
        <FaultMenu />
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(value) => onView(value as 'canvas' | 'outline')}
          data={[
            { value: 'canvas', label: t('views.canvas') },
            { value: 'outline', label: t('views.outline') },
          ]}
        />
      </span>
      {hasVariables && <VariablesDrawer onClose={() => setHasVariables(false)} />}
    </div>
  );
}
