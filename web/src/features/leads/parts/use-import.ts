import type { ImportPart } from '@antiphon/contract/leads';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { problemOfBody } from '../../../problem.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { useLeadsChanged } from '../use-leads.ts';
import type { ImportChoice } from './import-columns.tsx';

/** Sends the file and hears how far the server is. */
export function useImport(agentId: string) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const changed = useLeadsChanged();
  const sending = useSendOnce();
  const run = useMutation({
    meta: { isFailureShown: true },
    mutationFn: ({ file, choice }: { file: File; choice: ImportChoice }) => {
      setProgress(null);
      const { groupId, ...rest } = choice;
      const options = JSON.stringify({ ...rest, ...(groupId === null ? {} : { groupId }) });
      return sending.send([file.name, file.size, file.lastModified, options], async (idempotencyKey) => {
        let result: ImportPart['result'] = null;
        for await (const part of await api.leads.import(
          { id: agentId, file, options },
          { context: { idempotencyKey } },
        )) {
          setProgress(part);
          if (part.failure) throw problemOfBody({ ...part.failure, requestId: '' }, 409);
          result = part.result;
        }
        // A connection that was cut looks like an end.
        if (!result) throw new TypeError('The import broke off.');
        return result;
      });
    },
    onSuccess: changed,
  });
  return { run, progress };
}
