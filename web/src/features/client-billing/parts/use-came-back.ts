import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

type Way = 'success' | 'cancel';

/** How somebody came back from the provider's page. It says nothing of what became of the payment, and is taken off the address. */
export function useCameBack(): Way | null {
  const { payment } = useSearch({ strict: false }) as { payment?: unknown };
  const navigate = useNavigate();
  const [way, setWay] = useState<Way | null>(null);
  const take = useEffectEvent((given: unknown) => {
    if (given !== 'success' && given !== 'cancel') return;
    setWay(given);
    void navigate({
      to: '.',
      replace: true,
      search: ((before: object) => ({ ...before, payment: undefined })) as never,
    });
  });
  useEffect(() => take(payment), [payment]);
  return way;
}
