import type { Credential } from '@antiphon/contract/credentials';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { providerNames } from '../provider-names.ts';
import { CredentialAgents } from './credential-agents.tsx';
import { CredentialMenu } from './credential-menu.tsx';
import styles from './credentials.module.css';

interface CredentialRowProps {
  credential: Credential;
  mayWrite: boolean;
  onTest: () => void;
  onRotate: () => void;
}

export function CredentialRow({ credential, mayWrite, onTest, onRotate }: CredentialRowProps) {
  const t = useTexts('credentials');
  const { label, provider, baseURL, last4, lastUsedAt, addedBy, createdAt } = credential;
  return (
    <tr>
      <td>
        <div className={styles.label} title={label} data-text="content" dir="auto">
          {label}
        </div>
        {baseURL !== '' && (
          <div className={styles.address} title={baseURL} data-text="content" dir="auto">
            {baseURL}
          </div>
        )}
        <div className={styles.narrow}>{providerNames[provider]}</div>
      </td>
      <td className={cell.wideOnly}>{providerNames[provider]}</td>
      <td>
        <span className={styles.key} dir="ltr">
          <span aria-hidden="true">••••</span>
          <span className="tabular">{last4}</span>
        </span>
      </td>
      <td className={cell.wideOnly}>
        <CredentialAgents credential={credential} />
      </td>
      <td className={cell.wideOnly}>
        <div className={styles.by} title={addedBy} data-text="content" dir="auto">
          {addedBy}
        </div>
        <div className={styles.time}>
          <RelativeTime date={createdAt} />
        </div>
      </td>
      <td className={`${cell.wideOnly} ${cell.muted}`}>
        {lastUsedAt === null ? t('never') : <RelativeTime date={lastUsedAt} />}
      </td>
      <td className={cell.number}>
        {mayWrite && <CredentialMenu credential={credential} onTest={onTest} onRotate={onRotate} />}
      </td>
    </tr>
  );
}
