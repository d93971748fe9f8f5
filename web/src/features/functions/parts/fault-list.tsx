import { useTexts } from '../../../texts/texts.ts';
import { focusField } from './editor-context.ts';
import type { Faults } from './find-faults.ts';
import styles from './functions.module.css';
import { namePlace } from './name-place.ts';

/** What keeps a function from being saved; each leads to its field. */
export function FaultList({ faults }: { faults: Faults }) {
  const t = useTexts('functions');
  if (faults.size === 0) return null;
  return (
    <section className={styles.faults} aria-labelledby="function-faults">
      <h2 id="function-faults" className={styles.faultsTitle}>
        {t('faults.title', { count: faults.size })}
      </h2>
      <p className={styles.hint}>{t('faults.text')}</p>
      <ul className={styles.faultItems}>
        {[...faults].map(([path, sentence]) => (
          <li key={path}>
            <button type="button" className={styles.fault} onClick={() => focusField(path)}>
              <strong>{namePlace(path)}</strong>
              <span>{sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
