import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import type { Provider, ProviderFields } from './provider.ts';
import { CARD_ALONE, loadProvider, makeElements, makeFields } from './stripe-js.ts';

interface StripeFieldsProps {
  provider: Provider;
  /** Null while they do not stand. */
  fields: RefObject<ProviderFields | null>;
}

/** The number of a card, typed into a frame of Stripe's. */
export function StripeFields(props: StripeFieldsProps) {
  const [tries, setTries] = useState(0);
  return <Fields key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function Fields({ provider, fields, onRetry }: StripeFieldsProps & { onRetry: () => void }) {
  const t = useTexts('payments');
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const { publishableKey, isStandIn, accountId } = provider;
  useEffect(() => {
    let isGone = false;
    let unmount = () => {};
    setState('loading');
    const failed = () => !isGone && setState('failed');
    loadProvider({ publishableKey, isStandIn, ...(accountId && { accountId }) })
      .then((stripe) => {
        if (isGone || !place.current) return;
        const elements = makeElements(stripe, { isDark: scheme === 'dark', ...colorsAt(place.current) });
        const card = elements.create('payment', CARD_ALONE);
        unmount = () => card.destroy();
        card.on('loaderror', failed);
        card.on('ready', () => {
          if (isGone) return;
          fields.current = makeFields(stripe, elements);
          setState('ready');
        });
        card.mount(place.current);
      })
      .catch(failed);
    return () => {
      isGone = true;
      fields.current = null;
      unmount();
    };
  }, [publishableKey, isStandIn, accountId, scheme, fields]);
  return (
    <div>
      {state === 'loading' && <FormSkeleton fields={1} />}
      {state === 'failed' && (
        <LoadFailure
          title={t('notInitialized')}
          problem={{ message: t('notInitializedText'), requestId: null }}
          onRetry={onRetry}
        />
      )}
      <div ref={place} hidden={state === 'failed'} />
    </div>
  );
}

const colorsAt = (element: HTMLElement) => {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { color: read('--ui-accent'), text: read('--ui-text'), surface: read('--ui-surface') };
};
