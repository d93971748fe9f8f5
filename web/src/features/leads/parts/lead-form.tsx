import { isLeadColumn, LEAD_COLUMNS, type LeadFieldShape } from '@antiphon/contract/lead-fields';
import type { LeadDetail } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { hideFailure } from '../../../ui/states/toasts.tsx';
import { useLeadsChanged } from '../use-leads.ts';

interface LeadFormProps {
  agentId: string;
  lead: LeadDetail | null;
  fields: readonly LeadFieldShape[];
  canWrite: boolean;
  onDone: () => void;
}

/** The four fields of every lead, then those of the agent, with what is still held of a field that the agent gave up. */
export function LeadForm({ agentId, lead, fields, canWrite, onDone }: LeadFormProps) {
  const t = useTexts('leads');
  const tUi = useTexts('ui');
  const changed = useLeadsChanged();
  const own = ownFields(fields, lead);
  const form = useForm({ initialValues: toValues(lead, own) });
  const [leadId, setLeadId] = useState(lead?.id);
  const sending = useSendOnce();
  const saving = useMutation({
    // What stands there now, also where it is tried again.
    mutationFn: async () => {
      const sent = form.getValues();
      const { id } = leadId
        ? await api.leads.update({ id: agentId, leadId, ...changesOf(sent, form.getInitialValues()) })
        : await sending.send(sent, (idempotencyKey) =>
            api.leads.create({ id: agentId, ...sent }, { context: { idempotencyKey } }),
          );
      return { id, sent };
    },
    meta: {
      success: leadId ? t('form.saved') : t('form.created'),
      failure: t('form.failed'),
      kept: t('form.kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async () => {
      hideFailure(t('form.failed'));
      await changed();
    },
    onError: (error) => {
      for (const { path, message } of toProblem(error).issues) form.setFieldError(path, message);
    },
  });
  const submit = () =>
    saving.mutate(undefined, {
      // What was written meanwhile is a change of what is stored now.
      onSuccess: ({ id, sent }) => {
        setLeadId(id);
        form.resetDirty(sent);
        if (!form.isDirty()) onDone();
      },
    });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <fieldset disabled={!canWrite} style={{ border: 0, margin: 0, padding: 0 }}>
        <Stack gap="md">
          {LEAD_COLUMNS.map((key) => (
            <TextInput
              key={key}
              label={t(`fields.${key}`)}
              type={key === 'email' ? 'email' : key === 'phone' ? 'tel' : 'text'}
              maxLength={limits.leadFieldCharsMax}
              data-autofocus={(lead === null && key === 'name') || undefined}
              dir={key === 'email' || key === 'phone' ? 'ltr' : 'auto'}
              {...form.getInputProps(key)}
            />
          ))}
          {own.map((field) => (
            <OwnField key={field.key} field={field} input={form.getInputProps(`custom.${field.key}`)} />
          ))}
          <Textarea
            label={t('fields.note')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.leadNoteCharsMax}
            dir="auto"
            {...form.getInputProps('note')}
          />
          {canWrite && (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onDone}>
                {tUi('cancel')}
              </Button>
              <Button type="submit" loading={saving.isPending} disabled={leadId !== undefined && !form.isDirty()}>
                {leadId ? tUi('save') : t('form.create')}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

type InputProps = { value?: string; onChange: (value: never) => void };

function OwnField({ field, input }: { field: LeadFieldShape; input: InputProps }) {
  const label = (
    <span data-text="content" dir="auto">
      {field.label}
    </span>
  );
  if (field.type === 'choice')
    return (
      <Select
        label={label}
        data={field.choices}
        clearable
        {...input}
        value={input.value || null}
        onChange={(value) => (input.onChange as (value: string) => void)(value ?? '')}
      />
    );
  return (
    <TextInput
      label={label}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      maxLength={limits.leadFieldCharsMax}
      dir={field.type === 'text' ? 'auto' : 'ltr'}
      {...input}
    />
  );
}

function ownFields(fields: readonly LeadFieldShape[], lead: LeadDetail | null): LeadFieldShape[] {
  const asked = fields.filter(({ key }) => !isLeadColumn(key));
  const left = Object.keys(lead?.custom ?? {}).filter((key) => !asked.some((field) => field.key === key));
  const plain = { type: 'text' as const, choices: [], isRequired: false };
  return [...asked, ...left.map((key) => ({ key, label: key, ...plain }))];
}

/** What was not touched is not sent: a visitor may have filled it meanwhile. */
function changesOf(values: Values, before: Values): Partial<Values> {
  const { custom, ...plain } = values;
  const own = Object.fromEntries(Object.entries(custom).filter(([key, value]) => value !== before.custom[key]));
  const changed = Object.entries(plain).filter(([key, value]) => value !== before[key as keyof typeof plain]);
  return { ...Object.fromEntries(changed), ...(Object.keys(own).length > 0 ? { custom: own } : {}) };
}

type Values = ReturnType<typeof toValues>;

const toValues = (lead: LeadDetail | null, own: readonly LeadFieldShape[]) => ({
  name: lead?.name ?? '',
  email: lead?.email ?? '',
  phone: lead?.phone ?? '',
  company: lead?.company ?? '',
  note: lead?.note ?? '',
  custom: Object.fromEntries(own.map(({ key }) => [key, lead?.custom[key] ?? ''])) as Record<string, string>,
});
