import type { CallCredential } from '@antiphon/contract/call-credentials';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { CallCredentialFunctions } from './call-credential-functions.tsx';
import { CallCredentialMenu } from './call-credential-menu.tsx';
import styles from './credentials.module.css';

interface CallCredentialRowProps {
  credential: CallCredential;
  mayWrite: boolean;
  onReplace: () => void;
}

export function CallCredentialRow({ credential, mayWrite, onReplace }: CallCredentialRowProps) {
  const t = useTexts('call-credentials');
  const { label, kind, headerName, username, origins, last4, lastUsedAt } = credential;
  return (
    <tr>
      <td>
        <div className={styles.label} title={label} data-text="content" dir="auto">
          {label}
        </div>
        <div className={styles.kind}>
          {t(`kinds.${kind}`)}
          {(headerName || username) !== '' && (
            <>
              {': '}
              <span data-text="content" dir="ltr">
                {headerName || username}
              </span>
            </>
          )}
        </div>
        <div className={styles.narrow}>
          <Origins origins={origins} />
        </div>
      </td>
      <td className={cell.wideOnly}>
        <Origins origins={origins} />
      </td>
      <td>
        <span className={styles.key} dir="ltr">
          <span aria-hidden="true">••••</span>
          <span className="tabular">{last4}</span>
        </span>
      </td>
      <td className={cell.wideOnly}>
        <CallCredentialFunctions credential={credential} />
      </td>
      <td className={`${cell.wideOnly} ${cell.muted}`}>
        {lastUsedAt === null ? t('never') : <RelativeTime date={lastUsedAt} />}
      </td>
      <td className={cell.number}>
        {mayWrite && <CallCredentialMenu credential={credential} onReplace={onReplace} />}
      </td>
    </tr>
  );
}

const Origins = ({ origins }: { origins: string[] }) =>
  origins.map((origin) => (
    <div key={origin} className={styles.address} title={origin} data-text="content" dir="ltr">
      {origin}
    </div>
  ));
