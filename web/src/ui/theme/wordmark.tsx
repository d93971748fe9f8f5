import styles from './wordmark.module.css';

/** The name of the platform as its logo: a mark of two answering lines, and the word. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5" fill="currentColor" />
        <path d="M5 7.25h6.5M8.5 12.75H15" stroke="var(--ui-surface)" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <span className={styles.word} title={name}>
        {name}
      </span>
    </span>
  );
}
