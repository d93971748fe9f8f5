import type { Override, PushTarget } from '@antiphon/contract/blueprints';
import { useTexts } from '../../../texts/texts.ts';
import { useFunctionNames } from '../../function-names/use-function-names.ts';
import styles from './blueprints.module.css';
import { nameOverride } from './say-override.ts';

const SHOWN = 5;

/** What a push left as it was fitted, and what it replaced because it is locked. */
export function KeptList({ kept, overwritten }: Pick<PushTarget, 'kept' | 'overwritten'>) {
  const t = useTexts('blueprints');
  const named = useFunctionNames();
  const name = (one: Override) => named(nameOverride(t, one));
  const shown = kept.slice(0, SHOWN);
  if (kept.length + overwritten.length === 0) return <span className={styles.muted}>{t('override.none')}</span>;
  return (
    <ul className={styles.kept}>
      {shown.map((one) => (
        <li key={`${one.path} ${one.kind}`}>
          {t(`override.${one.kind}`, { name: name(one) })}
          {one.isConflict && <span className={styles.conflict}> ({t('override.conflict')})</span>}
        </li>
      ))}
      {kept.length > SHOWN && <li>{t('override.more', { count: kept.length - SHOWN })}</li>}
      {overwritten.map((one) => (
        <li key={`${one.path} locked`}>{t('override.overwritten', { name: name(one) })}</li>
      ))}
    </ul>
  );
}
