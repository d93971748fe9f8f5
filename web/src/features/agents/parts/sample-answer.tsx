import styles from './sample-answer.module.css';

/** What an agent's answer looks like, for the empty list. */
export function SampleAnswer() {
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.caption}>Sample</figcaption>
      <p className={styles.question}>Do you ship to Norway?</p>
      <p className={styles.answer}>
        Yes. Orders to Norway arrive within 5 working days and cost 12 euros. <span className={styles.number}>1</span>
      </p>
      <p className={styles.source}>
        <span className={styles.number}>1</span> Shipping and returns
      </p>
    </figure>
  );
}
