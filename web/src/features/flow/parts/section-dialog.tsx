import { limits } from '@antiphon/contract/limits';
import { Button, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useFlowEditing } from './flow-editing.ts';
import { changeSection } from './flow-edits.ts';

/** A section's name, and the sentences that lead into it from everywhere. */
export function SectionDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('flow');
  const { flow, section, changeFlow } = useFlowEditing();
  const isFirst = flow.sections[0]?.id === section.id;
  return (
    <Modal opened onClose={onClose} title={t('sections.edit')}>
      <Stack>
        <TextInput
          label={t('fields.name')}
          data-autofocus
          maxLength={limits.flowNameCharsMax}
          value={section.name}
          onChange={({ currentTarget: { value } }) =>
            changeFlow(`${section.id} name`, (now) =>
              changeSection(now, section.id, (old) => ({ ...old, name: value })),
            )
          }
        />
        {!isFirst && (
          <TagsInput
            label={t('sections.examples')}
            description={t('sections.examplesHint')}
            maxTags={limits.flowExamplesMax}
            acceptValueOnBlur
            value={section.examples}
            onChange={(examples) =>
              changeFlow(`${section.id} examples`, (now) =>
                changeSection(now, section.id, (old) => ({ ...old, examples })),
              )
            }
          />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
