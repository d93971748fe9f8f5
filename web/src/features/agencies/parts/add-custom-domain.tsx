import { readFault } from '@antiphon/contract/domain-faults';
import { readProof } from '@antiphon/contract/domain-proof';
import { useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import type { Problem } from '../../../problem.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AddDomainForm } from './add-domain-form.tsx';
import styles from './domain.module.css';
import { BareRecordCard } from './record-card.tsx';

export function AddCustomDomain() {
  const t = useTexts('agency-domains');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  return (
    <AddDomainForm
      texts={{
        domain: t('domain'),
        hint: t('domainHint'),
        add: t('setUp'),
        failed: t('setUpFailed'),
        kept: t('kept'),
      }}
      add={(typed) => api.agencies.claimDomain({ uid, customDomain: typed, isCustomDomain: true })}
      onAdded={({ domain }) => {
        showSuccess(t(domain?.state === 'unverified' ? 'pending' : 'successful'));
        return queryClient.invalidateQueries({ queryKey: query.agencies.get.key() });
      }}
      refusalOf={(problem) => isOfField(problem) && <Refusal problem={problem} />}
      below={(problem) => <Proof problem={problem} />}
    />
  );
}

const isOfField = ({ code }: Problem) => code === 'invalid_input' || code === 'domain_taken';

/** The record that shows whose a domain is which somebody else has. */
function Proof({ problem }: { problem: Problem }) {
  const t = useTexts('agency-domains');
  const proof = readProof(problem.issues);
  if (!proof) return null;
  return (
    <div className={styles.proof} role="status">
      <p>{t('ifYours')}</p>
      <BareRecordCard record={proof} title={t('proof')} />
    </div>
  );
}

/** What is wrong with what was typed, in the language of the screen. */
function Refusal({ problem: { code, issues, message } }: { problem: Problem }) {
  const t = useTexts('agency-domains');
  if (code === 'domain_taken') return t('taken');
  const sentence = issues[0]?.message ?? message;
  const read = readFault(sentence);
  if (!read) return sentence;
  return <RichText of="agency-domains" text={`faults.${read.fault}`} tags={{ host: <HostName name={read.host} /> }} />;
}

const HostName = ({ name }: { name: string }) => <bdi>{name}</bdi>;
