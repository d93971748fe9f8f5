import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useContext } from 'react';
import { brandName } from '../theme/brand-name.ts';
import styles from './page.module.css';
import { TitleCount } from './title-count.ts';

interface PageHeaderProps {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The one primary action, on the title's line. */
  action?: ReactNode;
  /** Filters, under the title. */
  children?: ReactNode;
}

/** Title and one primary action on one line, filters under it. It also names the browser's tab, with what waits in front. */
export function PageHeader({ title, description, action, children }: PageHeaderProps) {
  const brand = brandName();
  const count = useContext(TitleCount);
  useDocumentTitle(`${count > 0 ? `(${count}) ` : ''}${title}${brand === '' ? '' : ` - ${brand}`}`);
  return (
    <header className={styles.header}>
      <div className={styles.titleLine}>
        <h1 className={styles.title}>{title}</h1>
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      {Boolean(children) && <div className={styles.filters}>{children}</div>}
    </header>
  );
}

/** The padded content of a screen. `narrow` is for forms: at most 640 px. */
export function Page({ children, width = 'wide' }: { children: ReactNode; width?: 'wide' | 'narrow' }) {
  return <div className={`${styles.page} ${width === 'narrow' ? styles.narrow : ''}`}>{children}</div>;
}
