import type { CrawlLine } from '@antiphon/contract/crawls';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { CrawlMenu } from './crawl-menu.tsx';
import { CrawlStateBadge } from './crawl-state.tsx';
import styles from './crawls.module.css';

export function CrawlRow({ line, mayWrite }: { line: CrawlLine; mayWrite: boolean }) {
  const t = useTexts('crawls');
  const { id, agentId, agentTitle, kind, title, url, pages, lastReadAt, nextReadAt } = line;
  return (
    <tr>
      <td className={styles.nameCell}>
        <Link
          to="/app/$region/automations/$agentId/$docId"
          params={{ region: currentRegion(), agentId, docId: id }}
          className={styles.name}
          title={title}
        >
          <bdi data-text="content">{title}</bdi>
        </Link>
        <div className={styles.sub} title={url}>
          {t(`kinds.${kind}`)} <bdi data-text="content">{url}</bdi>
        </div>
        <div className={styles.narrow}>
          <CrawlStateBadge line={line} />
        </div>
      </td>
      <td className={`${cell.wideOnly} ${styles.agentCell}`} title={agentTitle}>
        <bdi data-text="content">{agentTitle}</bdi>
      </td>
      <td className={cell.wideOnly}>
        <CrawlStateBadge line={line} />
      </td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(pages)}</td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
        {lastReadAt === null ? t('never') : <RelativeTime date={lastReadAt} />}
      </td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
        {nextReadAt === null ? t('notByClock') : <RelativeTime date={nextReadAt} />}
      </td>
      <td className={styles.menu}>{mayWrite && <CrawlMenu line={line} />}</td>
    </tr>
  );
}
