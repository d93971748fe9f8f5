import type { Attachment } from '@antiphon/contract/events';
import { useRef, useState } from 'preact/hooks';
import { filesPerMessageMax, uploadBytesMax } from '../chat/limits.ts';
import { makeUuid } from '../chat/make-uuid.ts';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
import { Icon } from './icons.tsx';
import { sizeText } from './message-item.tsx';
import { useChat } from './use-chat.ts';

interface PendingFile {
  key: string;
  name: string;
  bytes: number;
  /** 0 to 1. */
  progress: number;
  attachment?: Attachment;
  problem?: string;
}

/** The files of the message that is being written: uploaded at once, sent with it. */
export function useFiles() {
  const { chat, texts } = useChat();
  const [list, setList] = useState<PendingFile[]>([]);
  const [problem, setProblem] = useState('');
  const aborts = useRef(new Map<string, () => void>());
  const mend = (key: string, patch: Partial<PendingFile>) =>
    setList((now) => now.map((file) => (file.key === key ? { ...file, ...patch } : file)));

  const upload = async (key: string, file: File) => {
    try {
      const { conversationId, visitorToken } = await chat.begin(file.name);
      const { done, abort } = await chat.api.upload(conversationId, visitorToken, file, (progress) =>
        mend(key, { progress }),
      );
      aborts.current.set(key, abort);
      mend(key, { attachment: await done, progress: 1 });
    } catch (reason) {
      const code = codeOf(reason);
      const isOwn = ['unsupported_type', 'rate_limited', 'too_large'].includes(code);
      const text = code === 'too_large' ? fill(texts.fileTooLarge, file.name) : sentenceOf(texts, code);
      mend(key, { problem: isOwn ? text : texts.uploadFailed });
    }
  };
  return {
    list,
    problem,
    isBusy: list.some((file) => !file.attachment && !file.problem),
    ready: list.flatMap((file) => file.attachment ?? []),
    add(chosen: File[]) {
      const fitting = chosen.filter((file) => file.size <= uploadBytesMax);
      const tooLarge = chosen.find((file) => file.size > uploadBytesMax);
      const taken = fitting.slice(0, Math.max(0, filesPerMessageMax - list.length));
      const isFull = taken.length < fitting.length;
      setProblem(
        tooLarge ? fill(texts.fileTooLarge, tooLarge.name) : isFull ? fill(texts.filesMax, filesPerMessageMax) : '',
      );
      const fresh = taken.map((file) => ({ file, key: makeUuid() }));
      setList([...list, ...fresh.map(({ file, key }) => ({ key, name: file.name, bytes: file.size, progress: 0 }))]);
      for (const { file, key } of fresh) void upload(key, file);
    },
    remove(key: string) {
      aborts.current.get(key)?.();
      setProblem('');
      setList((now) => now.filter((file) => file.key !== key));
    },
    clear() {
      setProblem('');
      setList((now) => now.filter((file) => file.problem));
    },
  };
}

export function PendingFiles({ files }: { files: ReturnType<typeof useFiles> }) {
  const { texts } = useChat();
  return (
    <>
      {files.list.length > 0 && (
        <ul className="chat-pending">
          {files.list.map((file) => (
            <li key={file.key} className="chat-file" data-failed={!!file.problem}>
              <Icon name="file" />
              <span className="chat-file-name">{file.name}</span>
              <span className="chat-faint" role={file.problem ? 'alert' : undefined}>
                {file.problem ?? sizeText(file.bytes)}
              </span>
              {!file.attachment && !file.problem && <progress value={file.progress} aria-label={file.name} />}
              <button
                type="button"
                className="chat-tool"
                aria-label={fill(texts.remove, file.name)}
                onClick={() => files.remove(file.key)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.problem && (
        <p className="chat-problem" role="alert">
          {files.problem}
        </p>
      )}
    </>
  );
}
