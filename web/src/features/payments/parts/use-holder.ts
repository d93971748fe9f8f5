import { useCallback, useState } from 'react';
import type { Confirmed, Intent } from './provider.ts';
import { lookAtIntent } from './test-provider.ts';

type Asked = { path: string; intent: Intent; answer: (confirmed: Confirmed) => void };

/** Asks the holder of a card at their bank's page, where a confirmation asks for that. `dialog` is what `BankDialog` shows. */
export function useHolder() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const agreed = useCallback(async (intent: Intent, confirmed: Confirmed): Promise<Confirmed> => {
    if (confirmed.state !== 'asks') return confirmed;
    const { path } = confirmed;
    return new Promise<Confirmed>((answer) => setAsked({ path, intent, answer })).finally(() => setAsked(null));
  }, []);
  const look = useCallback(
    () => (asked ? lookAtIntent(asked.intent) : Promise.reject(new Error('nobody is asked'))),
    [asked],
  );
  const dialog = asked && {
    path: asked.path,
    look,
    onDone: asked.answer,
    onClose: () => asked.answer({ state: 'declined', message: '' }),
  };
  return { agreed, dialog };
}
