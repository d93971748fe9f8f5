import { readFault } from '@antiphon/contract/domain-faults';
import { readProof } from '@antiphon/contract/domain-proof';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import type { Problem } from '../../../problem.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure, showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './domain.module.css';
import { BareRecordCard } from './record-card.tsx';

/** Longer is no domain, and the server says so. */
const TYPED_CHARS_MAX = 300;

export function AddCustomDomain() {
  const t = useTexts('agency-domains');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const adding = useMutation({
    mutationFn: () => api.agencies.claimDomain({ uid, customDomain: typed, isCustomDomain: true }),
    meta: { isFailureShown: true },
    onSuccess: async ({ domain }) => {
      hideFailure(t('setUpFailed'));
      showSuccess(t(domain?.state === 'unverified' ? 'pending' : 'successful'));
      await queryClient.invalidateQueries({ queryKey: query.agencies.get.key() });
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (!isOfField(problem)) showFailure({ title: t('setUpFailed'), problem, kept: t('kept') });
    },
  });
  const refusal = adding.isError ? toProblem(adding.error) : null;
  const proof = refusal && readProof(refusal.issues);
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <form onSubmit={add} noValidate>
      <TextInput
        label={t('domain')}
        description={t('domainHint')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        maxLength={TYPED_CHARS_MAX}
        error={refusal && isOfField(refusal) ? <Refusal problem={refusal} /> : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          adding.reset();
        }}
      />
      {proof && (
        <div className={styles.proof} role="status">
          <p>{t('ifYours')}</p>
          <BareRecordCard record={proof} title={t('proof')} />
        </div>
      )}
      <Button type="submit" mt={12} loading={adding.isPending}>
        {t('setUp')}
      </Button>
    </form>
  );
}

const isOfField = ({ code }: Problem) => code === 'invalid_input' || code === 'domain_taken';

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
