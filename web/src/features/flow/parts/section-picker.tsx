import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Menu, Select } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { addSection, removeSection } from './flow-edits.ts';
import { SectionDialog } from './section-dialog.tsx';

/** Which section is open, and what can be done with it. */
export function SectionPicker() {
  const t = useTexts('flow');
  const { flow, section, openSection, mayShape, changeFlow } = useFlowEditing();
  const [isEdited, setEdited] = useState(false);
  const isFirst = flow.sections[0]?.id === section.id;
  return (
    <span className={styles.sections}>
      <Select
        aria-label={t('sections.label')}
        className={styles.sectionSelect}
        allowDeselect={false}
        data={flow.sections.map(({ id, name }) => ({ value: id, label: name || t('unnamed') }))}
        value={section.id}
        onChange={(id) => id && openSection(id)}
      />
      {mayShape && (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('sections.actions')}>
              <IconDots size={18} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => setEdited(true)}>
              {t('sections.edit')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconPlus size={16} stroke={1.5} />}
              disabled={flow.sections.length >= limits.flowSectionsMax}
              onClick={() => {
                const added = addSection(flow, t('sections.new', { number: flow.sections.length + 1 }));
                changeFlow('', () => added.flow);
                openSection(added.section.id);
              }}
            >
              {t('sections.add')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.5} />}
              disabled={isFirst}
              onClick={() => {
                changeFlow('', (now) => removeSection(now, section.id));
                openSection(flow.sections[0]!.id);
              }}
            >
              {t('sections.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isEdited && <SectionDialog onClose={() => setEdited(false)} />}
    </span>
  );
}
