import type { ReactNode } from 'react';
import styles from './states.module.css';

interface EmptyStateProps {
  /** A Tabler icon, 28 px, stroke 1.5. */
  icon?: ReactNode;
  /** One plain sentence. */
  title: string;
  description?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** One sample of what will stand here. */
  sample?: ReactNode;
}

export function EmptyState({ icon, title, description, action, sample }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {icon !== undefined && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <h2 className={styles.emptyTitle}>{title}</h2>
      {description !== undefined && <p className={styles.emptyText}>{description}</p>}
      {action !== undefined && <div className={styles.emptyAction}>{action}</div>}
      {sample !== undefined && <div className={styles.sample}>{sample}</div>}
    </section>
  );
}
