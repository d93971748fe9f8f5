import type { ChannelConnection } from '@antiphon/contract/channels';
import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { asksToTakeOver, inOwnWords } from '../../channel-words/channel-words.ts';
import styles from './channels.module.css';

interface ConnectFormProps<Values extends Record<string, string>> {
  form: UseFormReturnType<Values>;
  connect: (input: Values & { takesOver: boolean }) => Promise<ChannelConnection>;
  /** The fields; what was typed stays as it is while somebody is asked whether to take over. */
  children: (isAsking: boolean) => ReactNode;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** What a provider gave, and a connection of it. Where it answers for somebody else, this asks first. */
export function ConnectForm<Values extends Record<string, string>>(props: ConnectFormProps<Values>) {
  const { form, connect, children, onConnected, onClose } = props;
  const t = useTexts('channels');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const connecting = useMutation({
    mutationFn: connect,
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
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (question === null) connecting.mutate({ ...values, takesOver: false });
      })}
    >
      {children(question !== null)}
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
            onClick={() => connecting.mutate({ ...form.getValues(), takesOver: true })}
            loading={connecting.isPending}
          >
            {t('connect.takeOver')}
          </Button>
        )}
      </Group>
    </form>
  );
}
