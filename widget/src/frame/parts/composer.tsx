import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { messageCharsMax } from '../chat/limits.ts';
import { findPending } from '../chat/timeline.ts';
import { fill } from '../texts/load-texts.ts';
import { PendingFiles, useFiles } from './files.tsx';
import { Icon } from './icons.tsx';
import { useChat } from './use-chat.ts';

/** Where the visitor writes. Nothing that was typed is ever cut off or lost: a text that is too long just cannot be sent. */
export function Composer() {
  const { chat, agent, texts, lang, draft, messages, isOpen, isPreview, takesFocus } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const callPlace = useRef<HTMLDivElement>(null);
  const files = useFiles();
  const over = draft.length - messageCharsMax;
  const isReplying = !!findPending(messages);
  const canSend = !isPreview && over <= 0 && !files.isBusy && (draft.trim() !== '' || files.ready.length > 0);

  // Grows with its text; the stylesheet ends it at five lines.
  useLayoutEffect(() => {
    const { style } = field.current!;
    style.height = 'auto';
    style.height = `${field.current!.scrollHeight}px`;
  }, [draft]);
  useEffect(() => {
    // On a phone the keyboard would cover the greeting.
    if (isOpen && takesFocus && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [isOpen]);

  const call = () => {
    const place = callPlace.current!;
    import('../voice/open-voice.ts').then(({ openVoice }) => openVoice(place, chat, lang)).catch(() => {});
  };
  useEffect(() => {
    // The page was left in the middle of a call.
    try {
      if (agent.speaks && sessionStorage.call) call();
    } catch {}
  }, []);

  const send = () => {
    if (!canSend) return;
    chat.send(draft, files.ready);
    files.clear();
    chat.setDraft('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // 229 is what Safari reports for the Enter that ends a composition.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    if (!pasted.length || !agent.acceptsFiles) return;
    event.preventDefault();
    files.add(pasted);
  };
  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div ref={callPlace} />
      <PendingFiles files={files} />
      {over > 0 && (
        <p className="chat-problem" role="alert">
          {fill(texts.tooLong, over.toLocaleString())}
        </p>
      )}
      <div className="chat-box">
        {agent.acceptsFiles && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={(event) => {
                files.add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
            <button
              type="button"
              className="chat-tool"
              aria-label={texts.attach}
              disabled={isPreview}
              onClick={() => picker.current?.click()}
            >
              <Icon name="clip" size={20} />
            </button>
          </>
        )}
        <textarea
          ref={field}
          rows={1}
          dir={(draft && 'auto') as 'auto'}
          value={draft}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          aria-invalid={over > 0}
          enterkeyhint="send"
          onInput={(event) => chat.setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown as never}
          onPaste={onPaste as never}
        />
        {agent.speaks && (
          <button type="button" className="chat-tool" aria-label={texts.call} disabled={isPreview} onClick={call}>
            <Icon name="phone" size={20} />
          </button>
        )}
        {isReplying && (
          <button type="button" className="chat-tool chat-stop" aria-label={texts.stop} onClick={() => chat.stop()}>
            <Icon name="stop" size={20} />
          </button>
        )}
        {(!isReplying || draft.trim() !== '') && (
          <button type="submit" className="chat-send" aria-label={texts.send} disabled={!canSend}>
            <Icon name="send" size={20} />
          </button>
        )}
      </div>
    </form>
  );
}
