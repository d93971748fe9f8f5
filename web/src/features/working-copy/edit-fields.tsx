import type { ReactNode } from 'react';
import styles from './edit-fields.module.css';
import { useWorkingCopy } from './working-copy.tsx';

/** Fields of the working copy: all of them rest where the person may only look. */
export function EditFields({ children, className }: { children: ReactNode; className?: string }) {
  const { mayWrite } = useWorkingCopy();
  return (
    <fieldset disabled={!mayWrite} className={`${styles.fields} ${className ?? ''}`}>
      {children}
    </fieldset>
  );
}
