import type { FunctionLine } from '@antiphon/contract/functions';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { cell } from '../../../ui/lists/data-table.tsx';
import { FunctionState } from './function-state.tsx';
import styles from './functions.module.css';

export function FunctionRow({ line }: { line: FunctionLine }) {
  const t = useTexts('functions');
  const { id, name, description, kind, method, origin, path } = line;
  return (
    <tr>
      <td className={styles.nameCell}>
        <Link
          to="/app/$region/integrations/$functionId"
          params={{ region: currentRegion(), functionId: id }}
          className={styles.name}
          title={name}
          dir="ltr"
          data-text="content"
        >
          {name}
        </Link>
        <div className={styles.sub} title={description} data-text="content" dir="auto">
          {description}
        </div>
        <div className={styles.narrow}>{t(`kinds.${kind}`)}</div>
      </td>
      <td className={cell.wideOnly}>
        <div className={styles.call} dir="ltr" title={`${method} ${origin}${path}`} data-text="content">
          <span className={styles.method}>{method}</span> {origin.replace(/^https:\/\//, '')}
          {path}
        </div>
      </td>
      <td className={`${cell.wideOnly} ${styles.kind}`}>{t(`kinds.${kind}`)}</td>
      <td>
        <FunctionState of={line} />
      </td>
    </tr>
  );
}
