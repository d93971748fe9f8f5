import type { UnansweredQuestion } from '@antiphon/contract/unanswered';
import { ActionIcon, Button, Group, Menu, Modal, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowMerge, IconCheck, IconDots, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { truncateChars } from '../../ui/format/format.ts';
import { showUndo } from '../../ui/states/toasts.tsx';
import { useAgentCounts } from './use-agent-counts.ts';

type Question = Pick<UnansweredQuestion, 'question' | 'questions'>;

interface UnansweredMenuProps {
  agentId: string;
  question: Question;
  /** Those that it can be merged into; without any there is no merging. */
  others?: readonly Question[];
}

/** What becomes of a question that was asked in vain, besides teaching its answer. */
export function UnansweredMenu({ agentId, question: { question, questions }, others = [] }: UnansweredMenuProps) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  const refresh = useAgentCounts(agentId);
  const [isMerging, merging] = useDisclosure(false);
  const [into, setInto] = useState<string | null>(null);
  const said = { failure: t('unanswered.changeFailed'), kept: t('unanswered.changeKept') };
  const open = useMutation({
    mutationFn: () => api.unanswered.settle({ id: agentId, questions, state: 'open' }),
    meta: said,
    onSuccess: refresh,
  });
  const settle = useMutation({
    mutationFn: (state: 'done' | 'dismissed') => api.unanswered.settle({ id: agentId, questions, state }),
    meta: said,
    onSuccess: async (_answer, state) => {
      showUndo(t(`unanswered.${state}`), () => open.mutate());
      await refresh();
    },
  });
  const merge = useMutation({
    mutationFn: (target: string) => api.unanswered.merge({ id: agentId, questions, into: target }),
    meta: said,
    onSuccess: async () => {
      merging.close();
      showUndo(t('unanswered.merged'), () => open.mutate());
      await refresh();
    },
  });
  return (
    <>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon aria-label={t('unanswered.actionsFor', { question })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCheck size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => settle.mutate('done')}
          >
            {t('unanswered.markDone')}
          </Menu.Item>
          {others.length > 0 && (
            <Menu.Item
              leftSection={<IconArrowMerge size={16} stroke={1.5} aria-hidden="true" />}
              onClick={merging.open}
            >
              {t('unanswered.merge')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconEyeOff size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => settle.mutate('dismissed')}
          >
            {t('unanswered.dismiss')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isMerging} onClose={merging.close} title={t('unanswered.mergeTitle')} size={440}>
        <Select
          label={t('unanswered.mergeInto', { question: truncateChars(question, 80) })}
          placeholder={t('unanswered.choose')}
          searchable
          data={[...new Set(others.map((other) => other.question))]}
          value={into}
          onChange={setInto}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={merging.close}>
            {ui('cancel')}
          </Button>
          <Button
            disabled={into === null}
            loading={merge.isPending}
            onClick={() => into !== null && merge.mutate(into)}
          >
            {t('unanswered.mergeSubmit')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
