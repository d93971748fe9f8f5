import type { FallbackModel, ModelProvider } from '@antiphon/contract/agents';
import type { ListedModel } from '@antiphon/contract/credentials';
import { Anchor, Autocomplete, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { providerNames } from '../../credentials/provider-names.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './prompt-tab.module.css';
import { TestModel } from './test-model.tsx';

const platformKey = '';
const listKeptMs = 5 * 60_000;
/** A gateway lists hundreds: the first that fit what is typed. */
const shownMax = 50;

interface ModelFieldsProps {
  model: FallbackModel;
  /** Of the model's own fields, by their name. */
  error: (field: 'model' | 'credentialId') => string | undefined;
  onChange: (part: FallbackModel) => void;
}

/** Which model, and the key that it is asked with. */
export function ModelFields({ model, error, onChange }: ModelFieldsProps) {
  const t = useTexts('agent-page');
  return (
    <>
      <Select<ModelProvider>
        label={t('model.provider')}
        allowDeselect={false}
        value={model.provider}
        // Another provider knows neither the model nor the key of the one before.
        onChange={(provider) =>
          provider !== null &&
          provider !== model.provider &&
          onChange({ provider, model: provider === 'builtin' ? 'builtin' : '', credentialId: null })
        }
        data={[
          { value: 'builtin', label: t('model.builtin') },
          { value: 'openai', label: providerNames.openai },
          { value: 'anthropic', label: providerNames.anthropic },
          { value: 'google', label: providerNames.google },
          { value: 'openai-compatible', label: providerNames['openai-compatible'] },
        ]}
      />
      {model.provider === 'builtin' ? (
        <p className={styles.plain}>{t('model.builtinHint')}</p>
      ) : (
        <>
          <CredentialField model={model} error={error('credentialId')} onChange={onChange} />
          <NameField model={model} error={error('model')} onChange={onChange} />
          <TestModel key={JSON.stringify(model)} model={model} />
        </>
      )}
    </>
  );
}

interface FieldProps {
  model: FallbackModel;
  error: string | undefined;
  onChange: (part: FallbackModel) => void;
}

/** Chosen from what the provider lists, or typed. */
function NameField({ model, error, onChange }: FieldProps) {
  const t = useTexts('agent-page');
  const { uid } = useWorkspace();
  const { provider, credentialId } = model;
  const listed = useQuery(
    query.credentials.listModels.queryOptions({
      input: { uid, provider: provider as Exclude<ModelProvider, 'builtin'>, credentialId: credentialId ?? undefined },
      enabled: provider !== 'builtin',
      staleTime: listKeptMs,
    }),
  );
  const items = listed.data?.items ?? [];
  const prices = new Map(items.map(({ model: name, price }) => [name, price]));
  const price = prices.get(model.model);
  const words = (of: ListedModel['price']) => (of ? t('model.price', { input: of.input, output: of.output }) : '');
  return (
    <Autocomplete
      label={t('model.name')}
      description={price ? t('model.priced', { price: words(price) }) : t('model.nameHint')}
      maxLength={120}
      limit={shownMax}
      maxDropdownHeight={280}
      value={model.model}
      error={error}
      data={[...prices.keys()]}
      renderOption={({ option }) => (
        <span className={styles.listed}>
          <span data-text="content" dir="auto">
            {option.value}
          </span>
          <Text span size="xs" c="var(--ui-muted)" className="tabular">
            {words(prices.get(option.value) ?? null)}
          </Text>
        </span>
      )}
      onChange={(name) => onChange({ ...model, model: name })}
    />
  );
}

function CredentialField({ model, error, onChange }: FieldProps) {
  const t = useTexts('agent-page');
  const { uid } = useWorkspace();
  const credentials = useQuery(query.credentials.list.queryOptions({ input: { uid } }));
  const own = credentials.data?.items.filter(({ provider }) => provider === model.provider) ?? [];
  const hasPlatformKey = credentials.data?.platformKeys.some((provider) => provider === model.provider) ?? true;
  const isMissing = model.credentialId === null && !hasPlatformKey;
  const isGone =
    credentials.isSuccess && model.credentialId !== null && !own.some(({ id }) => id === model.credentialId);
  return (
    <Select
      label={t('model.credential')}
      allowDeselect={false}
      value={isMissing ? null : (model.credentialId ?? platformKey)}
      placeholder={t('model.chooseCredential')}
      error={
        error ??
        (isGone ? t('model.credentialGone') : undefined) ??
        (isMissing ? <WithLink text="model.keyMissing" /> : undefined) ??
        (credentials.isError ? t('model.credentialsFailed') : undefined)
      }
      onChange={(value) => {
        const found = own.find(({ id }) => id === value);
        onChange({ ...model, credentialId: found?.id ?? null });
      }}
      data={[
        ...(hasPlatformKey ? [{ value: platformKey, label: t('model.platformKey') }] : []),
        ...own.map(({ id, label, last4 }) => ({ value: id, label: t('model.endsIn', { label, last4 }) })),
        ...(isGone ? [{ value: model.credentialId ?? '', label: t('model.deleted') }] : []),
      ]}
      description={<WithLink text="model.keptIn" />}
    />
  );
}

/** Leads to where keys are kept. */
function WithLink({ text }: { text: 'model.keptIn' | 'model.keyMissing' }) {
  return (
    <RichText
      of="agent-page"
      text={text}
      tags={{
        link: (
          <Anchor
            fz={12}
            underline="always"
            renderRoot={(props) => (
              <Link to="/app/$region/credentials" params={{ region: currentRegion() }} {...props} />
            )}
          />
        ),
      }}
    />
  );
}
