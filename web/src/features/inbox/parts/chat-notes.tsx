import type { Note } from '@antiphon/contract/handoffs';
import type { NoteId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { useInboxPlace } from '../inbox-place.ts';
import styles from './inbox.module.css';

/** Between colleagues; the visitor never sees them. */
export function ChatNotes({ id, notes, onSaved }: { id: string; notes: Note[]; onSaved: () => unknown }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const [text, setText] = useState('');
  const sending = useSendOnce<NoteId>();
  const add = useMutation({
    mutationFn: (said: { id: NoteId; text: string }) => api.handoffs.addNote({ uid, conversationId: id, ...said }),
    meta: { success: t('notes.saved'), failure: t('notes.failed'), kept: t('textKept') },
    onSuccess: (_note, said) => {
      sending.end(said.id);
      setText((now) => (now.trim() === said.text ? '' : now));
      return onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (said !== '') add.mutate({ id: sending.idOf(said), text: said });
  };
  return (
    <div className={styles.panel}>
      {notes.length === 0 && <p className={styles.faint}>{t('notes.none')}</p>}
      {notes.map((note) => (
        <div key={note.id} className={styles.note}>
          <span className={styles.who}>
            <span data-text="content">{note.author.name}</span>
            <RelativeTime date={note.createdAt} />
          </span>
          <span data-text="content" dir="auto">
            {note.text}
          </span>
        </div>
      ))}
      <form className={styles.form} onSubmit={submit}>
        <Textarea
          label={t('notes.label')}
          description={t('notes.hint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.noteCharsMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
          {t('notes.add')}
        </Button>
      </form>
    </div>
  );
}
