import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Problem, query, toProblem } from '../../api.ts';
import { uploadDocument } from '../../api-upload.ts';

export interface Upload {
  key: string;
  agentId: string;
  file: File;
  /** waiting -> sending -> added | failed */
  state: 'waiting' | 'sending' | 'added' | 'failed';
  share: number;
  problem: Problem | null;
}

const atOnceMax = 2;

/** Files on their way to an agent, two at a time. A failed one stays and can be sent again. */
export function useUploads() {
  const [list, setList] = useState<Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const sending = useRef(0);
  const queryClient = useQueryClient();
  const patch = (key: string, change: Partial<Upload>) =>
    setList((old) => old.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));

  const next = () => {
    const upload = sending.current < atOnceMax ? waiting.current.shift() : undefined;
    if (upload === undefined) return;
    sending.current += 1;
    patch(upload.key, { state: 'sending', share: 0, problem: null });
    uploadDocument(upload.agentId, upload.file, { onProgress: (share) => patch(upload.key, { share }) })
      .then(() => patch(upload.key, { state: 'added', share: 1 }))
      .catch((error: unknown) => patch(upload.key, { state: 'failed', problem: toProblem(error) }))
      .finally(() => {
        sending.current -= 1;
        void queryClient.invalidateQueries({ queryKey: query.knowledge.list.key() });
        next();
      });
    next();
  };

  return {
    list,
    isBusy: list.some(({ state }) => state === 'waiting' || state === 'sending'),
    start(agentId: string, files: File[]) {
      const added = files.map(
        (file): Upload => ({ key: crypto.randomUUID(), agentId, file, state: 'waiting', share: 0, problem: null }),
      );
      setList((old) => [...old, ...added]);
      waiting.current.push(...added);
      next();
    },
    retry(upload: Upload) {
      patch(upload.key, { state: 'waiting', problem: null });
      waiting.current.push(upload);
      next();
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
