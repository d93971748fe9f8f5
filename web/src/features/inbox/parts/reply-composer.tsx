import type { MessageId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, FileButton, Textarea, UnstyledButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { useInboxPlace } from '../inbox-place.ts';
import { CannedDialog } from './canned-dialog.tsx';
import styles from './inbox.module.css';
import { ReplyFiles } from './reply-files.tsx';
import { useDraft } from './use-draft.ts';
import { useReplyFiles } from './use-reply-files.ts';

const typingEveryMs = 3_000;

const types = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'pdf', 'docx', 'txt', 'csv'];

/**
 * Enter sends, Shift+Enter is a new line, `/` offers canned responses; files by the button, pasted or dropped. What could not be sent
 * stays, under the same id.
 */
export function ReplyComposer({ id, minutes, isFocused }: { id: string; minutes: number; isFocused: boolean }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const [text, setText] = useDraft(id);
  const files = useReplyFiles(id);
  const written = useRef(text);
  written.current = text;
  const [isManaging, setManaging] = useState(false);
  const sending = useSendOnce<MessageId>();
  const typedAt = useRef(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: view } = useQuery(query.handoffs.getSettings.queryOptions({ input: { uid } }));
  const hasCanned = view?.hasCanned ?? false;
  const canned = useQuery(query.handoffs.listCanned.queryOptions({ input: { uid }, enabled: hasCanned }));
  const send = useMutation({
    mutationFn: (said: { id: MessageId; text: string; fileIds: string[] }) =>
      api.handoffs.reply({ uid, conversationId: id, ...said }),
    meta: { failure: t('sendFailed'), kept: t('textKept'), isEachApart: true },
    onSuccess: (_answer, said) => {
      sending.end(said.id);
      // What was written meanwhile is another message.
      if (written.current.trim() === said.text) setText('');
      files.drop(said.fileIds);
      field.current?.focus();
    },
  });
  const asked = /^\/([\p{L}\p{N}_-]*)$/u.exec(text)?.[1]?.toLowerCase();
  const offered =
    asked === undefined ? [] : (canned.data?.items ?? []).filter((one) => one.shortcut.toLowerCase().startsWith(asked));
  const change = (next: string) => {
    setText(next);
    if (next.trim() === '' || Date.now() - typedAt.current < typingEveryMs) return;
    typedAt.current = Date.now();
    // Nothing is lost with it.
    api.handoffs.typeAsOperator({ uid, conversationId: id }).catch(() => undefined);
  };
  const take = (said: string) => {
    setText(said);
    field.current?.focus();
  };
  const canSend = !send.isPending && !files.isBusy && (text.trim() !== '' || files.ready.length > 0);
  const attach = (chosen: File[]) => {
    files.add(chosen);
    field.current?.focus();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    attach(pasted);
  };
  const submit = () => {
    const said = text.trim();
    const fileIds = files.ready;
    if (canSend) send.mutate({ id: sending.idOf([said, ...fileIds].join('\n')), text: said, fileIds });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    const [first] = offered;
    // A phone's keyboard has no other way to a new line; its button sends.
    if (!first && matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    if (first) take(first.text);
    else submit();
  };
  return (
    <div className={styles.composer} data-composer>
      {offered.length > 0 && (
        <ul className={styles.canned} aria-label={t('canned.title')}>
          {offered.slice(0, 6).map((one) => (
            <li key={one.id}>
              <UnstyledButton className={styles.cannedRow} onClick={() => take(one.text)}>
                <span data-text="content">/{one.shortcut}</span>
                <span className={styles.last} data-text="content" dir="auto">
                  {one.text}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Textarea
        ref={field}
        {...(isFocused ? { 'data-autofocus': true, autoFocus: true } : {})}
        aria-label={t('reply')}
        placeholder={hasCanned ? t('replyHint') : t('replyPlain')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.messageCharsMax}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        dir="auto"
      />
      <ReplyFiles files={files} />
      <div className={styles.composerBar}>
        <FileButton multiple accept={types.map((type) => `.${type}`).join(',')} onChange={attach}>
          {(props) => (
            <ActionIcon {...props} size={30} aria-label={t('files.attach')}>
              <IconPaperclip size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </FileButton>
        {hasCanned && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => setManaging(true)}>
            {t('canned.title')}
          </Button>
        )}
        <span className={styles.faint}>{t('givesBack', { minutes })}</span>
        <Button size="xs" loading={send.isPending} disabled={!canSend} onClick={submit}>
          {t('send')}
        </Button>
      </div>
      {isManaging && <CannedDialog onClose={() => setManaging(false)} />}
    </div>
  );
}
