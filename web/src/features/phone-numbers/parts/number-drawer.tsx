import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import { Button, Drawer, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { inOwnWords } from '../../channel-words/channel-words.ts';
import { HoursField } from '../../schedules/hours-field.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AgentSelect } from './agent-select.tsx';
import { GiveBack } from './give-back.tsx';
import { checkTarget } from './phone-checks.ts';
import styles from './phone-numbers.module.css';

interface NumberDrawerProps {
  /** Null: closed. */
  number: PhoneNumber | null;
  onClose: () => void;
}

/** Who answers a number, when, and who is called else. */
export function NumberDrawer({ number, onClose }: NumberDrawerProps) {
  return (
    <Drawer opened={number !== null} onClose={onClose} title={number && <bdi dir="ltr">{number.number}</bdi>}>
      {number && <NumberForm key={number.id} number={number} onClose={onClose} />}
    </Drawer>
  );
}

function useNumberForm(number: PhoneNumber) {
  const t = useTexts('calls');
  const { name, agentId, scheduleId, closedText, overflowTo, transferTo, transfersAtOnce } = number;
  const check = (typed: string) => checkTarget(t, typed, number.number);
  return useForm({
    initialValues: {
      ...{ name, agentId, scheduleId, closedText, overflowTo, transferTo, transfersAtOnce },
      isBusy: overflowTo === '',
      isTransferred: transferTo !== '',
    },
    validate: {
      name: (typed) => (typed.trim() === '' ? t('numbers.nameMissing') : null),
      overflowTo: (typed, { isBusy }) => (isBusy ? null : check(typed)),
      transferTo: (typed, { isTransferred }) => (isTransferred ? check(typed) : null),
    },
  });
}

function NumberForm({ number, onClose }: { number: PhoneNumber; onClose: () => void }) {
  const t = useTexts('calls');
  const ui = useTexts('ui');
  useTexts('channels');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useNumberForm(number);
  const saving = useMutation({
    mutationFn: ({ isBusy, isTransferred, overflowTo, transferTo, ...values }: typeof form.values) =>
      api.phoneNumbers.update({
        ...{ uid, phoneNumberId: number.id, ...values },
        overflowTo: isBusy ? '' : overflowTo,
        transferTo: isTransferred ? transferTo : '',
      }),
    meta: { success: t('numbers.saved'), isFailureShown: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.phoneNumbers.list.key() });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(inOwnWords(toProblem(error)).issues, form.getValues())),
  });
  const problem = saving.isError ? inOwnWords(toProblem(saving.error)) : null;
  const isCard = problem !== null && problem.issues.length === 0;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <TextInput
        label={t('numbers.name')}
        maxLength={100}
        data-text="content"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <AgentSelect
        value={form.values.agentId}
        title={number.agentTitle}
        error={form.errors.agentId as string | undefined}
        onChange={(agentId) => form.setFieldValue('agentId', agentId)}
      />
      <HoursField
        label={t('numbers.hours')}
        description={t('numbers.hoursHint')}
        value={form.values.scheduleId}
        error={form.errors.scheduleId as string | undefined}
        disabled={false}
        onChange={(scheduleId) => form.setFieldValue('scheduleId', scheduleId)}
      />
      {form.values.scheduleId !== null && (
        <Textarea
          label={t('numbers.closedText')}
          description={t('numbers.closedHint')}
          maxLength={500}
          autosize
          minRows={2}
          data-text="content"
          {...form.getInputProps('closedText')}
        />
      )}
      <Radio.Group
        label={t('numbers.overflow')}
        value={form.values.isBusy ? 'busy' : 'call'}
        onChange={(way) => form.setFieldValue('isBusy', way === 'busy')}
      >
        <Stack gap={8} mt={8}>
          <Radio value="busy" label={t('numbers.busy')} />
          <Radio value="call" label={t('numbers.callElse')} />
        </Stack>
      </Radio.Group>
      {!form.values.isBusy && <Target label={t('numbers.overflowTo')} {...form.getInputProps('overflowTo')} />}
      <Switch
        label={t('numbers.puts')}
        description={t('numbers.putsHint')}
        {...form.getInputProps('isTransferred', { type: 'checkbox' })}
      />
      {form.values.isTransferred && (
        <>
          <Target label={t('numbers.transfer')} {...form.getInputProps('transferTo')} />
          <Radio.Group
            label={t('numbers.when')}
            value={form.values.transfersAtOnce ? 'once' : 'later'}
            onChange={(when) => form.setFieldValue('transfersAtOnce', when === 'once')}
          >
            <Stack gap={8} mt={8}>
              <Radio value="later" label={t('numbers.later')} />
              <Radio value="once" label={t('numbers.once')} />
            </Stack>
          </Radio.Group>
        </>
      )}
      {isCard && (
        <LoadFailure
          title={t('numbers.saveFailed')}
          problem={{ ...problem, message: t('numbers.kept', { error: problem.message }) }}
        />
      )}
      <div className={styles.actions}>
        <GiveBack number={number} onDone={onClose} />
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {isCard ? ui('retry') : ui('save')}
        </Button>
      </div>
    </form>
  );
}

function Target(props: { label: string }) {
  const t = useTexts('calls');
  return (
    <TextInput
      type="tel"
      dir="ltr"
      autoComplete="off"
      maxLength={40}
      description={t('numbers.targetHint')}
      {...props}
    />
  );
}
