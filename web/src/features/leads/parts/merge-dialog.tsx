import { LEAD_COLUMNS, type LeadColumn } from '@antiphon/contract/lead-fields';
import type { Lead } from '@antiphon/contract/leads';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { hideFailure } from '../../../ui/states/toasts.tsx';
import { useLeadsChanged } from '../use-leads.ts';
import { leadTitle } from './lead-table.tsx';
import styles from './leads.module.css';

interface MergeDialogProps {
  agentId: string;
  leads: readonly Lead[];
  onClose: () => void;
  onMerged: () => void;
}

/** One of several: where their values differ one is chosen; groups and conversations are united. It cannot be undone. */
export function MergeDialog({ agentId, leads, onClose, onMerged }: MergeDialogProps) {
  const t = useTexts('leads');
  const tUi = useTexts('ui');
  const changed = useLeadsChanged();
  const form = useForm({ initialValues: firstValues(leads) });
  const sending = useSendOnce();
  const differing = LEAD_COLUMNS.filter((key) => valuesOf(leads, key).length > 1);
  const note = [...new Set(leads.map((lead) => lead.note).filter((one) => one !== ''))].join('\n');
  const merging = useMutation({
    // What is chosen now, also where it is tried again.
    mutationFn: () => {
      const [kept, ...others] = leads;
      const values = { ...form.getValues(), note };
      const merged = { keepId: kept?.id ?? '', mergeIds: others.map(({ id }) => id), values };
      return sending.send(merged, (idempotencyKey) =>
        api.leads.merge({ id: agentId, ...merged }, { context: { idempotencyKey } }),
      );
    },
    meta: { success: t('merge.done'), failure: t('merge.failed'), kept: t('merge.kept') },
    onSuccess: async () => {
      hideFailure(t('merge.failed'));
      await changed();
    },
  });
  const merge = () =>
    merging.mutate(undefined, {
      onSuccess: () => {
        onClose();
        onMerged();
      },
    });
  return (
    <Modal opened onClose={onClose} title={t('merge.title', { count: leads.length })} size={520}>
      <Stack gap="lg">
        <ul className={styles.sameList}>
          {leads.map((lead) => (
            <li key={lead.id}>
              <strong data-text="content" dir="auto">
                {leadTitle(lead)}
              </strong>
              <span data-text="content" dir="auto">
                {[lead.email, lead.phone].filter((value) => value !== '').join(' · ')}
              </span>
            </li>
          ))}
        </ul>
        {differing.map((key) => (
          <Radio.Group key={key} label={t(`fields.${key}`)} {...form.getInputProps(key)}>
            <Stack gap="xs" mt="xs">
              {valuesOf(leads, key).map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={
                    <span data-text="content" dir="auto">
                      {value}
                    </span>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        ))}
        <Text size="sm" c="var(--ui-muted)">
          {t('merge.text')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {tUi('cancel')}
          </Button>
          <Button loading={merging.isPending} onClick={merge}>
            {t('merge.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const valuesOf = (leads: readonly Lead[], key: LeadColumn): string[] => [
  ...new Set(leads.map((lead) => lead[key]).filter((value) => value !== '')),
];

const firstValues = (leads: readonly Lead[]) =>
  Object.fromEntries(LEAD_COLUMNS.map((key) => [key, valuesOf(leads, key)[0] ?? ''])) as Record<LeadColumn, string>;
