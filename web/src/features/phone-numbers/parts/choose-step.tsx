import type { AgentId } from '@antiphon/contract/ids';
import type { AccountNumber, PhoneNumber } from '@antiphon/contract/phone-numbers';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { asksToTakeOver, inOwnWords } from '../../channel-words/channel-words.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import type { Looked } from './account-step.tsx';
import { answeredWords, findNumbers } from './phone-checks.ts';
import styles from './phone-numbers.module.css';

const shownAtOnce = 25;
const searchedFrom = 8;

interface ChooseStepProps {
  looked: Looked;
  agentId: AgentId | null;
  onBack: () => void;
  onImported: (number: PhoneNumber) => void;
}

/** One of an account's numbers. Where somebody else answers it now, this asks first. */
export function ChooseStep({ looked: { account, items }, agentId, onBack, onImported }: ChooseStepProps) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AccountNumber | null>(null);
  const importing = useMutation({
    mutationFn: ({ number, takesOver }: { number: AccountNumber; takesOver: boolean }) =>
      api.phoneNumbers.import({ uid, account, number: number.number, agentId, takesOver }),
    meta: { success: t('numbers.done'), isFailureShown: true },
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: query.phoneNumbers.list.key() });
      void queryClient.invalidateQueries({ queryKey: query.entitlements.key() });
      onImported(made);
    },
    onError: (error, { number }) => {
      if (asksToTakeOver(inOwnWords(toProblem(error)))) setAsked(number);
    },
  });
  const problem = importing.isError ? inOwnWords(toProblem(importing.error)) : null;
  const choose = (number: AccountNumber) => {
    // A host of ours may be this very number's own: the server knows.
    const isTaken = number.answeredBy !== '' && !number.isImported;
    if (isTaken) setAsked(number);
    else importing.mutate({ number, takesOver: false });
  };
  if (asked)
    return (
      <TakeOver
        number={asked}
        isPending={importing.isPending}
        onTake={() => importing.mutate({ number: asked, takesOver: true })}
        onBack={() => {
          setAsked(null);
          importing.reset();
        }}
        failure={problem && !asksToTakeOver(problem) ? problem : null}
      />
    );
  return (
    <div className={styles.form}>
      {items.length === 0 ? (
        <p className={styles.quiet}>{t('numbers.accountEmpty')}</p>
      ) : (
        <Choices
          items={items}
          pending={importing.isPending ? importing.variables.number.number : null}
          onChoose={choose}
        />
      )}
      {problem && (
        <LoadFailure
          title={t('numbers.importFailed')}
          problem={{ ...problem, message: problem.issues[0]?.message ?? problem.message }}
        />
      )}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('numbers.back')}
        </Button>
      </Group>
    </div>
  );
}

interface ChoicesProps {
  items: AccountNumber[];
  pending: string | null;
  onChoose: (number: AccountNumber) => void;
}

/** An account may have hundreds: they are searched, and shown by and by. */
function Choices({ items, pending, onChoose }: ChoicesProps) {
  const t = useTexts('calls');
  const ui = useTexts('ui');
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(shownAtOnce);
  const found = findNumbers(items, search);
  return (
    <>
      {items.length > searchedFrom && (
        <TextInput
          label={t('numbers.search')}
          value={search}
          data-autofocus
          autoComplete="off"
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setMost(shownAtOnce);
          }}
        />
      )}
      <p className={styles.quiet} role="status">
        {found.length === 0 ? t('numbers.noMatch') : t('numbers.count', { count: found.length })}
      </p>
      {found.length > 0 && (
        <ul className={styles.choices}>
          {found.slice(0, most).map((one) => (
            <li key={one.number} className={styles.choice}>
              <div>
                <bdi dir="ltr" className="tabular">
                  {one.number}
                </bdi>
                <p className={styles.quiet} data-text="content" dir="auto">
                  {one.name === one.number ? '' : one.name}
                </p>
                <p className={styles.quiet}>{answeredWords(t, one)}</p>
              </div>
              {one.takesCalls && (
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={pending !== null && pending !== one.number}
                  loading={pending === one.number}
                  aria-label={`${one.isImported ? t('numbers.renew') : t('numbers.take')} ${one.number}`}
                  onClick={() => onChoose(one)}
                >
                  {one.isImported ? t('numbers.renew') : t('numbers.take')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button variant="default" onClick={() => setMost(most + shownAtOnce)}>
          {ui('showMore')}
        </Button>
      )}
    </>
  );
}

interface TakeOverProps {
  number: AccountNumber;
  isPending: boolean;
  failure: ReturnType<typeof inOwnWords> | null;
  onTake: () => void;
  onBack: () => void;
}

function TakeOver({ number, isPending, failure, onTake, onBack }: TakeOverProps) {
  const t = useTexts('calls');
  const { answeredBy } = number;
  const isBeaten = answeredBy === 'trunk' || answeredBy === 'application';
  return (
    <div className={styles.form}>
      <div role="alert">
        <Notice title={t('numbers.takeOverTitle', { number: number.number })}>
          <p className={styles.quiet}>{answeredWords(t, number)}</p>
          <p className={styles.quiet}>{isBeaten ? t(`numbers.beaten.${answeredBy}`) : t('numbers.takeOverText')}</p>
        </Notice>
      </div>
      {failure && (
        <LoadFailure
          title={t('numbers.importFailed')}
          problem={{ ...failure, message: failure.issues[0]?.message ?? failure.message }}
        />
      )}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onBack} autoFocus>
          {t('numbers.back')}
        </Button>
        <Button onClick={onTake} loading={isPending}>
          {t('numbers.takeOver')}
        </Button>
      </Group>
    </div>
  );
}
