import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, Button, Group, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { botAddress } from './bot-address.ts';
import styles from './channels.module.css';
import { asksToTakeOver, inOwnWords } from './telegram-words.ts';

interface TokenStepProps {
  /** Of the bot whose token is asked for again; null for a new one. */
  handle: string | null;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** How to get a token, and where it goes. Where the bot answers for somebody else, this asks first. */
export function TokenStep({ handle, onConnected, onClose }: TokenStepProps) {
  const t = useTexts('channels');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const queryClient = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const form = useForm({
    initialValues: { token: '' },
    validate: {
      token: (value) => {
        if (value.trim() === '') return t('connect.tokenMissing');
        return looksLikeToken.test(value.trim()) ? null : t('connect.tokenMalformed');
      },
    },
  });
  const connecting = useMutation({
    mutationFn: (input: { token: string; takesOver: boolean }) =>
      api.channels.connectTelegram({ uid, agentId: agent.ID, ...input }),
    meta: { isFailureShown: true },
    onSuccess: (channel) => {
      void queryClient.invalidateQueries({ queryKey: query.channels.list.key() });
      onConnected(channel);
    },
    onError: (error) => {
      const problem = inOwnWords(toProblem(error));
      const asks = asksToTakeOver(problem);
      setQuestion(asks ? problem.message : null);
      if (asks) cancel.current?.focus();
      form.setErrors(fieldErrors(problem.issues, form.getValues()));
    },
  });
  const problem = connecting.isError ? inOwnWords(toProblem(connecting.error)) : null;
  // What the field or the question says is not said again.
  const isCard = problem !== null && problem.issues.length === 0 && question === null;
  const { token } = form.getValues();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (question === null) connecting.mutate({ ...values, takesOver: false });
      })}
    >
      <BotFatherSteps handle={handle} />
      <PasswordInput
        label={t('connect.token')}
        description={t('connect.tokenHint')}
        autoComplete="off"
        maxLength={200}
        dir="ltr"
        readOnly={question !== null}
        visibilityToggleButtonProps={{ 'aria-label': t('connect.showToken') }}
        data-autofocus
        {...form.getInputProps('token')}
      />
      {question !== null && (
        <div role="alert" className={styles.question}>
          <Notice title={question}>{t('connect.takeOverText')}</Notice>
        </div>
      )}
      {isCard && (
        <LoadFailure
          title={t('connect.failed')}
          problem={{ ...problem, message: t('connect.kept', { error: problem.message }) }}
        />
      )}
      <Group gap={8} justify="flex-end">
        <Button
          ref={cancel}
          variant="default"
          onClick={() => {
            if (question === null) return onClose();
            setQuestion(null);
            connecting.reset();
          }}
        >
          {ui('cancel')}
        </Button>
        {question === null ? (
          <Button key="connect" type="submit" loading={connecting.isPending}>
            {isCard ? ui('retry') : t('connect.action')}
          </Button>
        ) : (
          <Button
            key="take-over"
            onClick={() => connecting.mutate({ token, takesOver: true })}
            loading={connecting.isPending}
          >
            {t('connect.takeOver')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function BotFatherSteps({ handle }: Pick<TokenStepProps, 'handle'>) {
  const t = useTexts('channels');
  const link = (
    <Anchor dir="ltr" href={botAddress('BotFather')} target="_blank" rel="noreferrer" inherit underline="always" />
  );
  return (
    <ol className={styles.steps}>
      <li>
        <RichText of="channels" text="connect.open" tags={{ link }} />
      </li>
      <li>{handle === null ? t('connect.newBot') : t('connect.choose', { handle: `@${handle}` })}</li>
      <li>{t('connect.copy')}</li>
    </ol>
  );
}

const looksLikeToken = /^\d{3,20}:[\w-]{20,150}$/;
