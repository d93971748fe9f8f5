import type { FunctionMethod, FunctionRequest } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { Checkbox, Input, Select, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { AddressLine } from './address-line.tsx';
import { CredentialField } from './credential-field.tsx';
import { fieldId, useEditor } from './editor-context.ts';
import styles from './functions.module.css';
import { BodyField, SecondsField } from './request-fields.tsx';
import { Rows } from './rows.tsx';
import { METHODS } from './start-form.tsx';
import { ToolRequest } from './tool-request.tsx';

/** What is sent, and where to. */
export function RequestSection() {
  const t = useTexts('functions');
  const { draft, change, faultAt } = useEditor();
  const { request } = draft;
  const patch = (part: Partial<FunctionRequest>) => change((old) => ({ ...old, request: { ...old.request, ...part } }));
  const at = (field: 'method' | 'origin' | 'path') => ({
    id: fieldId(`request.${field}`),
    label: t(`labels.${field}`),
    error: faultAt(`request.${field}`),
  });
  const sample = '{order}';
  if (draft.tool) return <ToolRequest tool={draft.tool} />;
  return (
    <FormSection title={t('sections.request')}>
      <div className={styles.methodAndOrigin}>
        <Select<FunctionMethod>
          {...at('method')}
          allowDeselect={false}
          data={METHODS}
          value={request.method}
          onChange={(method) => method && patch({ method })}
        />
        <TextInput
          {...at('origin')}
          description={t('hints.origin')}
          placeholder="https://api.example.com"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          maxLength={300}
          value={request.origin}
          onChange={(event) => patch({ origin: event.currentTarget.value })}
        />
      </div>
      <TextInput
        {...at('path')}
        description={t('hints.path', { sample })}
        placeholder={t('samples.path', { sample })}
        dir="ltr"
        autoComplete="off"
        maxLength={1_000}
        value={request.path}
        onChange={(event) => patch({ path: event.currentTarget.value })}
      />
      <AddressLine />
      <Pairs field="query" hint={t('hints.query', { sample })} patch={patch} />
      <Pairs field="headers" hint={t('hints.headers')} patch={patch} />
      {(request.method !== 'GET' || request.body !== '') && <BodyField />}
      <CredentialField onChange={(credentialId) => patch({ credentialId })} />
      <SecondsField />
      <Checkbox
        label={t('labels.honoursIdempotencyKey')}
        description={t('hints.honoursIdempotencyKey')}
        checked={request.honoursIdempotencyKey}
        onChange={(event) => patch({ honoursIdempotencyKey: event.currentTarget.checked })}
      />
    </FormSection>
  );
}

interface PairsProps {
  field: 'query' | 'headers';
  hint: string;
  patch: (part: Partial<FunctionRequest>) => void;
}

/** Names with their values. */
function Pairs({ field, hint, patch }: PairsProps) {
  const t = useTexts('functions');
  const { draft, faultAt } = useEditor();
  const path = `request.${field}`;
  return (
    <Input.Wrapper
      label={t(`labels.${field}`)}
      labelElement="div"
      description={hint}
      error={faultAt(path)}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      className={styles.list}
    >
      <Rows
        of={field}
        path={path}
        items={draft.request[field]}
        max={field === 'query' ? limits.functionQueryMax : limits.functionHeadersMax}
        blank={{ name: '', value: '' }}
        onChange={(items) => patch({ [field]: items })}
      >
        {(pair, index, put, row) => (
          <div className={styles.pair}>
            {(['name', 'value'] as const).map((part) => (
              <TextInput
                key={part}
                id={fieldId(`${path}.${index}.${part}`)}
                aria-label={t('faults.place', { place: row, label: t(`labels.${part}`) })}
                placeholder={t(`labels.${part}`)}
                dir="ltr"
                autoComplete="off"
                maxLength={part === 'name' ? 100 : limits.functionValueCharsMax}
                value={pair[part]}
                error={faultAt(`${path}.${index}.${part}`)}
                onChange={(event) => put({ ...pair, [part]: event.currentTarget.value })}
              />
            ))}
          </div>
        )}
      </Rows>
    </Input.Wrapper>
  );
}
