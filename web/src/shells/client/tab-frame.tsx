import type { ClientTab } from '@antiphon/contract/agency-tabs';
import styles from './tab-frame.module.css';

/** What agencies write runs in an origin that is nobody's; what they show of their own sites runs in those sites'. */
const SANDBOX = {
  html: 'allow-scripts allow-forms allow-popups',
  iframe: 'allow-scripts allow-forms allow-popups allow-same-origin',
} as const;

export function TabFrame({ tab, url }: { tab: Pick<ClientTab, 'label' | 'pageType'>; url: string }) {
  return (
    <iframe
      className={styles.frame}
      data-tab-frame
      title={tab.label}
      src={url}
      sandbox={SANDBOX[tab.pageType]}
      referrerPolicy="no-referrer"
    />
  );
}
