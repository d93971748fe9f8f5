import { limits } from '@antiphon/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { toProblem } from '../../../api.ts';
import { uploadReplyFile } from '../../../api-upload.ts';
import { useTexts } from '../../../texts/texts.ts';
import { tryStorage } from '../../../ui/forms/try-storage.ts';
import { useInboxPlace } from '../inbox-place.ts';

const megabytes = (bytes: number) => bytes / 1024 / 1024;
/** A file that no message names is gone after `unnamedFileMinutes`: one that nears it is offered no more. */
const keptMs = (limits.unnamedFileMinutes - 5) * 60_000;

/** `fileId` once it is stored; `problem` where it could not be; else it is on its way, and `progress` is the share that was sent. */
export interface ReplyFile {
  key: string;
  name: string;
  size: number;
  progress?: number;
  problem?: string;
  fileId?: string;
  storedAt?: number;
}

/**
 * The files of the reply that is being written: each is stored at once and sent with it. Like the text they wait while the operator
 * looks elsewhere, and over a reload.
 */
export function useReplyFiles(conversationId: string) {
  const t = useTexts('inbox');
  const tUi = useTexts('ui');
  const { uid } = useInboxPlace();
  const [list, setList] = useState(() => readKept(conversationId));
  const [problem, setProblem] = useState<string | null>(null);
  const given = useRef(new Map<string, { file: File; upload: AbortController }>());
  useEffect(() => keep(conversationId, list), [conversationId, list]);
  useEffect(() => {
    const uploads = given.current;
    return () => {
      for (const { upload } of uploads.values()) upload.abort();
    };
  }, []);
  const mend = (key: string, change: Partial<ReplyFile>) =>
    setList((now) => now.map((file) => (file.key === key ? { ...file, ...change } : file)));
  const store = async (key: string, file: File) => {
    const upload = new AbortController();
    given.current.set(key, { file, upload });
    const options = { onProgress: (progress: number) => mend(key, { progress }), signal: upload.signal };
    try {
      const { id, bytes } = await uploadReplyFile({ uid, conversationId }, file, options);
      // A picture is drawn anew and may have other bytes.
      setList((now) =>
        now.map((one) =>
          one.key === key ? { key, name: one.name, size: bytes, fileId: id, storedAt: Date.now() } : one,
        ),
      );
    } catch (error) {
      if (!upload.signal.aborted) mend(key, { problem: `${t('files.failed')} ${toProblem(error).message}` });
    }
  };
  const add = (chosen: File[]) => {
    const fitting = chosen.filter((file) => file.size <= limits.uploadBytesMax);
    const room = limits.filesPerMessageMax - list.length;
    const taken = fitting.slice(0, Math.max(0, room)).map((file) => ({ file, key: crypto.randomUUID() as string }));
    const isTooLarge = fitting.length < chosen.length;
    const isFull = taken.length < fitting.length;
    setProblem(
      isTooLarge
        ? tUi('fileInput.sizeMax', { count: megabytes(limits.uploadBytesMax) })
        : isFull
          ? t('files.max', { count: limits.filesPerMessageMax })
          : null,
    );
    const fresh = taken.map(({ key, file }) => ({ key, name: file.name, size: file.size, progress: 0 }));
    setList((now) => [...now, ...fresh]);
    for (const { key, file } of taken) void store(key, file);
  };
  const retry = (key: string) => {
    const file = given.current.get(key)?.file;
    if (!file) return;
    setList((now) => now.map((one) => (one.key === key ? { key, name: one.name, size: one.size, progress: 0 } : one)));
    void store(key, file);
  };
  const remove = (key: string) => {
    given.current.get(key)?.upload.abort();
    setProblem(null);
    setList((now) => now.filter((file) => file.key !== key));
  };
  return {
    list,
    problem,
    ready: list.flatMap(({ fileId }) => fileId ?? []),
    isBusy: list.some(({ fileId, problem: why }) => !fileId && !why),
    add,
    retry,
    remove,
    /** They are sent. */
    drop: (ids: readonly string[]) => setList((now) => now.filter(({ fileId }) => !fileId || !ids.includes(fileId))),
  };
}

const storageKey = (conversationId: string) => `draft-files-${conversationId}`;

function readKept(conversationId: string): ReplyFile[] {
  const text = tryStorage(() => localStorage.getItem(storageKey(conversationId)));
  try {
    const kept = JSON.parse(text ?? '[]') as ReplyFile[];
    return kept.filter(({ storedAt = 0 }) => Date.now() - storedAt < keptMs);
  } catch {
    return [];
  }
}

function keep(conversationId: string, list: readonly ReplyFile[]): void {
  const key = storageKey(conversationId);
  const stored = list.filter(({ fileId }) => fileId);
  tryStorage(() =>
    stored.length === 0 ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(stored)),
  );
}
