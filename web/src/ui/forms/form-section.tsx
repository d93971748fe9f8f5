import { type ReactNode, useId } from 'react';
import styles from './form-section.module.css';

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A titled group of fields. Fields are Mantine's own inputs: label above, help below, error in place of help. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <section id={id} className={styles.section} data-section={title} tabIndex={-1}>
      <h2 className={styles.title}>{title}</h2>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
