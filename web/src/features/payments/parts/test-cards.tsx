import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './payments.module.css';

const CARDS = [
  { number: '4242424242424242', does: 'pays' },
  { number: '4000002500003155', does: 'asksOnce' },
  { number: '4000002760003184', does: 'asksAlways' },
  { number: '4000000000000341', does: 'declinesLater' },
  { number: '4000000000009995', does: 'declined' },
] as const;

/** Where no money moves: numbers to try, each filled in by a click. */
export function TestCards({ onPick }: { onPick: (number: string) => void }) {
  const t = useTexts('payments');
  return (
    <div className={styles.testBar}>
      <strong>{t('testMode')}</strong>
      <div className={styles.testCards}>
        {CARDS.map(({ number, does }) => (
          <Fragment key={number}>
            <Anchor component="button" type="button" size="sm" dir="ltr" onClick={() => onPick(number)}>
              {number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}
            </Anchor>
            <span>{t(`cards.${does}`)}</span>
          </Fragment>
        ))}
      </div>
    </div>
  );
}
