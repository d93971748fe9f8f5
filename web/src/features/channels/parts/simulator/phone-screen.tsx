import type { PhoneLine } from '@antiphon/contract/simulator';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api, query, toProblem } from '../../../../api.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { LoadFailure } from '../../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../../ui/states/skeletons.tsx';
import { isAboveField, Line } from './phone-line.tsx';
import styles from './simulator.module.css';
import { useIsTyping } from './use-is-typing.ts';
import type { usePhone } from './use-phone.ts';

type Opened = ReturnType<typeof usePhone>;
type Choice = PhoneLine['buttons'][number];

interface PhoneScreenProps extends Opened {
  name: string;
  mayWrite: boolean;
  provider: PhoneProvider;
}
type PhoneProvider = Parameters<typeof isAboveField>[0];

/** The look of a phone: who is there, what was said, and a field to write in. */
export function PhoneScreen({ name, mayWrite, provider, named, phone, pages, lines }: PhoneScreenProps) {
  const t = useTexts('channels');
  const ui = useTexts('ui');
  const client = useQueryClient();
  const isTyping = useIsTyping(phone.data?.typingUntil ?? null);
  const saying = useMutation({
    mutationFn: (said: { text: string; choiceId?: string }) => api.simulator.say({ ...named, ...said }),
    meta: { failure: t('simulator.sayFailed') },
    onSuccess: () => client.invalidateQueries({ queryKey: query.simulator.key() }),
  });
  const said = lines.filter(({ kind }) => kind !== 'note');
  const last = said.at(-1);
  const press = ({ id, label }: Choice) => saying.mutate({ text: label, choiceId: id });
  const isOpen = (line: PhoneLine) => mayWrite && line === last && !saying.isPending;
  return (
    <section className={styles.phone} data-provider={provider} aria-label={t('simulator.phone')}>
      <header className={styles.bar}>
        <span className={styles.face} aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <span className={styles.name} dir="auto" data-text="content">
          {name}
        </span>
        <span className={styles.typing} role="status">
          {isTyping ? t('simulator.typing') : ''}
        </span>
      </header>
      <Lines count={lines.length} isTyping={isTyping}>
        {pages.hasNextPage && (
          <li className={styles.earlier}>
            <Button size="compact-sm" variant="default" onClick={() => void pages.fetchNextPage()}>
              {ui('showMore')}
            </Button>
          </li>
        )}
        {pages.isPending && (
          <li>
            <RowsSkeleton rows={2} />
          </li>
        )}
        {pages.isError && !pages.data && (
          <li>
            <LoadFailure
              title={t('simulator.loadFailed')}
              problem={toProblem(pages.error)}
              onRetry={() => void pages.refetch()}
            />
          </li>
        )}
        {pages.isSuccess && lines.length === 0 && <li className={styles.empty}>{t('simulator.empty')}</li>}
        {lines.map((line) => (
          <Line key={line.id} line={line} provider={provider} onPress={isOpen(line) ? press : null} />
        ))}
      </Lines>
      {isAboveField(provider) && last && last.buttons.length > 0 && (
        <div className={styles.replies}>
          {last.buttons.map((button) => (
            <button
              key={button.id}
              type="button"
              className={styles.reply}
              disabled={!isOpen(last)}
              onClick={() => press(button)}
              data-text="content"
            >
              {button.label}
            </button>
          ))}
        </div>
      )}
      {mayWrite && <Field isBusy={saying.isPending} onSay={(text) => saying.mutateAsync({ text })} />}
    </section>
  );
}

/** Scrolled to its end with every line that comes. */
function Lines({ count, isTyping, children }: { count: number; isTyping: boolean; children: ReactNode }) {
  const t = useTexts('channels');
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every line that comes
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count, isTyping]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the phone is scrolled with the keyboard
    <div ref={log} className={styles.log} role="log" aria-label={t('simulator.lines')} tabIndex={0}>
      <ul className={styles.lines}>
        {children}
        {isTyping && (
          <li className={styles.line} data-kind="shown" aria-hidden="true">
            <div className={styles.bubble} data-kind="shown">
              <span className={styles.dots}>
                <i />
                <i />
                <i />
              </span>
            </div>
          </li>
        )}
      </ul>
    </div>
  );
}

function Field({ isBusy, onSay }: { isBusy: boolean; onSay: (text: string) => Promise<unknown> }) {
  const t = useTexts('channels');
  const [text, setText] = useState('');
  const say = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (said === '' || isBusy) return;
    setText('');
    // What was not taken stands there again.
    onSay(said).catch(() => setText((now) => (now === '' ? said : now)));
  };
  return (
    <form className={styles.field} onSubmit={say}>
      <TextInput
        className={styles.input}
        aria-label={t('simulator.message')}
        placeholder={t('simulator.message')}
        value={text}
        maxLength={1_000}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon type="submit" size={36} aria-label={t('simulator.send')} loading={isBusy}>
        <IconSend size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </form>
  );
}
