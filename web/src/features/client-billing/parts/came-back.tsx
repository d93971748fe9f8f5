import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { CHANGED } from '../use-billing.ts';
import styles from './client-billing.module.css';

const LONG_MS = 10_000;

/** What is known of a payment that somebody comes back from: nothing, until the plan is there. */
export function CameBack({ how, isThere }: { how: 'success' | 'cancel'; isThere: boolean }) {
  const t = useTexts('client-billing');
  const queryClient = useQueryClient();
  const [isLong, setLong] = useState(false);
  const readAnew = useEffectEvent(() => {
    for (const queryKey of CHANGED) void queryClient.invalidateQueries({ queryKey });
  });
  const isBought = how === 'success' && isThere;
  useEffect(() => {
    if (isBought) readAnew();
  }, [isBought]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  const said = how === 'cancel' ? 'notCharged' : isThere ? 'bought' : isLong ? 'mayClose' : 'confirming';
  return (
    <p className={styles.cameBack} role="status">
      {t(`plans.${said}`)}
    </p>
  );
}
