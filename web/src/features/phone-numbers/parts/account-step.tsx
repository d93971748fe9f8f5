import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { AccountNumber, PhoneAccountInput } from '@antiphon/contract/phone-numbers';
import { Button, Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { inOwnWords } from '../../channel-words/channel-words.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './phone-numbers.module.css';

const TYPED = '';
const channelsMax = 100;

/** An account, with the numbers that were found there. */
export interface Looked {
  account: PhoneAccountInput;
  items: AccountNumber[];
}

interface AccountStepProps {
  onLooked: (looked: Looked) => void;
  onClose: () => void;
}

/** Whose numbers: of an account that is typed, or of one whose number answers SMS here. */
export function AccountStep({ onLooked, onClose }: AccountStepProps) {
  const t = useTexts('calls');
  const sms = useTexts('channels');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const channels = useQuery(
    query.channels.listAll.queryOptions({ input: { uid, provider: 'sms', limit: channelsMax } }),
  );
  const known = channels.data?.items ?? [];
  const form = useForm({
    initialValues: { from: TYPED, accountSid: '', authToken: '' },
    validate: {
      accountSid: (typed, { from }) =>
        from === TYPED
          ? checked(/^AC[\da-f]{32}$/, sms('sms.accountSidMissing'), sms('sms.accountSidMalformed'), typed)
          : null,
      authToken: (typed, { from }) =>
        from === TYPED
          ? checked(/^[\da-f]{32}$/, sms('sms.authTokenMissing'), sms('sms.authTokenMalformed'), typed)
          : null,
    },
  });
  const isTyped = form.values.from === TYPED;
  const looking = useMutation({
    mutationFn: async ({ from, accountSid, authToken }: typeof form.values): Promise<Looked> => {
      const account: PhoneAccountInput =
        from === TYPED
          ? { accountSid: accountSid.trim(), authToken: authToken.trim() }
          : { connectionId: from as ChannelConnectionId };
      const { items } = await api.phoneNumbers.look({ uid, account });
      return { account, items };
    },
    meta: { isFailureShown: true },
    onSuccess: onLooked,
  });
  const problem = looking.isError ? inOwnWords(toProblem(looking.error)) : null;
  const plain = { autoComplete: 'off', dir: 'ltr', readOnly: looking.isPending } as const;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => looking.mutate(values))}>
      {known.length > 0 && (
        <Select
          label={t('numbers.account')}
          allowDeselect={false}
          data={[
            { value: TYPED, label: t('numbers.typed') },
            ...known.map(({ id, name, handle }) => ({
              value: id as string,
              label: t('numbers.ofChannel', { name: name === handle ? name : `${name} (${handle})` }),
            })),
          ]}
          {...form.getInputProps('from')}
        />
      )}
      {isTyped && (
        <>
          <p className={styles.quiet}>{t('numbers.where')}</p>
          <TextInput
            label={sms('sms.accountSid')}
            data-autofocus
            maxLength={40}
            {...plain}
            {...form.getInputProps('accountSid')}
          />
          <PasswordInput
            label={t('numbers.token')}
            description={t('numbers.tokenHint')}
            maxLength={100}
            visibilityToggleButtonProps={{ 'aria-label': sms('whatsapp.showSecret') }}
            {...plain}
            {...form.getInputProps('authToken')}
          />
        </>
      )}
      {problem && (
        <LoadFailure
          title={t('numbers.lookFailed')}
          problem={{ ...problem, message: problem.issues[0]?.message ?? problem.message }}
        />
      )}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={looking.isPending}>
          {problem ? ui('retry') : t('numbers.look')}
        </Button>
      </Group>
    </form>
  );
}

function checked(looksRight: RegExp, missing: string, malformed: string, typed: string): string | null {
  if (typed.trim() === '') return missing;
  return looksRight.test(typed.trim()) ? null : malformed;
}
