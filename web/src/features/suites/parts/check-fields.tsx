import type { DocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Select, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { CHECK_KINDS, type CheckDraft, type CheckKind, type Problem } from './case-draft.ts';
import { NodeField } from './node-field.tsx';
import styles from './suites.module.css';
import { useBoundFunctions } from './use-bound-functions.ts';

interface CheckFieldsProps {
  agentId: string;
  /** For screen readers: which check of which turn. */
  label: string;
  check: CheckDraft;
  problem: Problem | undefined;
  onChange: (check: CheckDraft) => void;
  onRemove: () => void;
}

export function CheckFields({ agentId, label, check, problem, onChange, onRemove }: CheckFieldsProps) {
  const t = useTexts('suites');
  const functions = useBoundFunctions();
  const { flow } = useWorkingCopy().settings;
  const error = problem && t(`problem.${problem}`);
  // Where the agent calls nothing, nothing is to be said of calls; nor of a canvas that it does not have.
  const kinds = CHECK_KINDS.filter(
    (kind) => kind === check.kind || (kind === 'reaches' ? flow !== null : functions.length > 0 || !isOfCalls(kind)),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend would stand between the fields
    <div className={styles.check} role="group" aria-label={label}>
      <div className={styles.checkFields}>
        <Select
          aria-label={t('check.kind')}
          allowDeselect={false}
          value={check.kind}
          data={kinds.map((kind) => ({ value: kind, label: t(`check.${kind}`) }))}
          onChange={(kind) => kind !== null && onChange({ ...check, kind: kind as CheckKind })}
        />
        {(check.kind === 'says' || check.kind === 'says_none') && (
          <TagsInput
            aria-label={t('check.words')}
            placeholder={check.words.length === 0 ? t('check.wordsPlaceholder') : undefined}
            maxTags={limits.suiteWordsMax}
            acceptValueOnBlur
            splitChars={['\n']}
            value={check.words}
            error={error}
            onChange={(words) =>
              onChange({ ...check, words: words.map((one) => one.trim().slice(0, limits.suiteWordsCharsMax)) })
            }
          />
        )}
        {check.kind === 'cites' && (
          <DocumentField
            agentId={agentId}
            value={check.document}
            error={error}
            onChange={(document) => onChange({ ...check, document })}
          />
        )}
        {check.kind === 'calls' && (
          <Select
            aria-label={t('check.function')}
            placeholder={t('check.function')}
            value={check.calls || null}
            error={error}
            data={[...new Set([...functions.map(({ name }) => name), check.calls])].filter(Boolean)}
            onChange={(calls) => onChange({ ...check, calls: calls ?? '' })}
          />
        )}
        {check.kind === 'reaches' && (
          <NodeField value={check.node} error={error} onChange={(node) => onChange({ ...check, node })} />
        )}
        {check.kind === 'outcome' && (
          <Select
            aria-label={t('check.outcome')}
            allowDeselect={false}
            value={check.outcome}
            data={(['answered', 'unknown', 'smalltalk'] as const).map((value) => ({
              value,
              label: t(`outcome.${value}`),
            }))}
            onChange={(outcome) => outcome !== null && onChange({ ...check, outcome })}
          />
        )}
        {check.kind === 'offers_person' && (
          <Select
            aria-label={t('check.offers_person')}
            allowDeselect={false}
            value={check.offersPerson ? 'yes' : 'no'}
            data={[
              { value: 'yes', label: t('check.yes') },
              { value: 'no', label: t('check.no') },
            ]}
            onChange={(value) => onChange({ ...check, offersPerson: value === 'yes' })}
          />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('case.removeCheck', { label })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
    </div>
  );
}

const isOfCalls = (kind: CheckKind) => kind === 'calls' || kind === 'calls_nothing';

interface DocumentFieldProps {
  agentId: string;
  value: CheckDraft['document'];
  error: string | undefined;
  onChange: (document: CheckDraft['document']) => void;
}

const SHOWN = 50;
const SEARCH_MS = 250;

/** One of the agent's documents, found by its name. */
function DocumentField({ agentId, value, error, onChange }: DocumentFieldProps) {
  const t = useTexts('suites');
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed === value?.title ? '' : typed, SEARCH_MS);
  const documents = useQuery({
    ...query.knowledge.list.queryOptions({
      input: { id: agentId, limit: SHOWN, ...(searched === '' ? {} : { search: searched.slice(0, 100) }) },
    }),
    placeholderData: keepPreviousData,
  });
  const options = new Map(documents.data?.items.map(({ id, title, url }) => [id, title || (url ?? id)]));
  if (value) options.set(value.id, value.title || options.get(value.id) || value.id);
  return (
    <Select
      aria-label={t('check.document')}
      placeholder={t('check.documentPlaceholder')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('check.noDocument')}
      value={value?.id ?? null}
      error={error}
      data={[...options].map(([id, label]) => ({ value: id as string, label }))}
      onChange={(id) =>
        onChange(id === null ? null : { id: id as DocumentId, title: options.get(id as DocumentId) ?? '' })
      }
    />
  );
}
