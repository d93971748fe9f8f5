import type { AccessScope } from '@antiphon/contract/access-keys';
import { limits } from '@antiphon/contract/limits';
import { Button, Checkbox, Drawer, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './access-keys.module.css';
import { SCOPE_NEEDS, SCOPE_WORDS, SCOPES } from './scope-words.ts';

interface AccessKeyDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** With the key itself, which nothing tells again. */
  onMade: (secret: string) => void;
}

export function AccessKeyDrawer({ isOpen, onClose, onMade }: AccessKeyDrawerProps) {
  const t = useTexts('access-keys');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('make')}>
      <KeyForm onClose={onClose} onMade={onMade} />
    </Drawer>
  );
}

const DAYS = [30, limits.accessKeyDaysDefault, 180, limits.accessKeyDaysMax];

function KeyForm({ onClose, onMade }: Omit<AccessKeyDrawerProps, 'isOpen'>) {
  const t = useTexts('access-keys');
  const ui = useTexts('ui');
  const { uid, permissions } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', scopes: ['read'] as AccessScope[], days: String(limits.accessKeyDaysDefault) },
    validate: { name: (value) => (value.trim() === '' ? t('form.nameMissing') : null) },
  });
  const making = useMutation({
    mutationFn: ({ name, scopes, days }: typeof form.values) =>
      api.accessKeys.create({ uid, name, scopes, days: Number(days) }),
    meta: { isFailureShown: true },
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries({ queryKey: query.accessKeys.list.key() });
      onClose();
      onMade(secret);
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const problem = making.isError && toProblem(making.error);
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => making.mutate(values))}>
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        maxLength={limits.accessKeyNameCharsMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('form.scopes')} description={t('form.scopesHint')} {...form.getInputProps('scopes')}>
        <div className={styles.choices}>
          {SCOPES.map((scope) => {
            const needed = SCOPE_NEEDS[scope];
            const isMine = needed === undefined || permissions.includes(needed);
            const hint = t(`scopeHints.${SCOPE_WORDS[scope]}`);
            return (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`scopes.${SCOPE_WORDS[scope]}`)}
                description={isMine ? hint : `${hint} ${t('notYours')}`}
                // Every key has it.
                disabled={scope === 'read' || !isMine}
              />
            );
          })}
        </div>
      </Checkbox.Group>
      <Select
        label={t('form.days')}
        description={t('form.daysHint')}
        allowDeselect={false}
        data={DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
        {...form.getInputProps('days')}
      />
      {problem && problem.issues.length === 0 && <LoadFailure title={t('failed')} problem={problem} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={making.isPending}>
          {problem && problem.issues.length === 0 ? ui('retry') : t('form.submit')}
        </Button>
      </div>
    </form>
  );
}
