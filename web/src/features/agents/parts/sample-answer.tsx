import { useTexts } from '../../../texts/texts.ts';
import styles from './sample-answer.module.css';

/** What an agent's answer looks like, for the empty list. */
export function SampleAnswer() {
  const t = useTexts('new-agent');
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.caption}>{t('sample.caption')}</figcaption>
      <p className={styles.question}>{t('sample.question')}</p>
      <p className={styles.answer}>
        {t('sample.answer')} <span className={styles.number}>1</span>
      </p>
      <p className={styles.source}>
        <span className={styles.number}>1</span> {t('sample.source')}
      </p>
    </figure>
  );
}
