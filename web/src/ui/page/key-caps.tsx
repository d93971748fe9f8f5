import styles from './key-caps.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  enter: 'Enter',
  arrowup: '↑',
  arrowdown: '↓',
};

/** The keys of a command as they stand on the keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.caps}>
      {keys.split(/[ +]/).map((key) => (
        <kbd key={key} className={styles.cap}>
          {names[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  );
}
