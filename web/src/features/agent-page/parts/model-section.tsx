import type { ModelProvider, ModelSettings } from '@antiphon/contract/agents';
import { Anchor, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { FormSection } from '../../../ui/form-section.tsx';
import { providerNames } from '../../credentials/provider-names.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './prompt-tab.module.css';

const platformKey = '';

export function ModelSection() {
  const { settings, errors, patchIn } = useWorkingCopy();
  const { model } = settings;
  const change = (part: Partial<ModelSettings>) => patchIn('model', part);
  return (
    <FormSection title="Model">
      <Select<ModelProvider>
        label="Provider"
        allowDeselect={false}
        value={model.provider}
        onChange={(provider) => provider !== null && provider !== model.provider && change(startWith(provider))}
        data={[
          { value: 'builtin', label: 'Built-in' },
          { value: 'openai', label: providerNames.openai },
          { value: 'anthropic', label: providerNames.anthropic },
          { value: 'google', label: providerNames.google },
          { value: 'openai-compatible', label: providerNames['openai-compatible'] },
        ]}
      />
      {model.provider === 'builtin' ? (
        <p className={styles.plain}>
          No language model: it answers with sentences of your documents and names its sources. It needs no key, sends
          nothing to anybody, and says so when it finds no answer.
        </p>
      ) : (
        <>
          <TextInput
            label="Model"
            description="The name as the provider writes it."
            maxLength={120}
            value={model.model}
            error={errors['model.model']}
            onChange={(event) => change({ model: event.currentTarget.value })}
          />
          <CredentialField model={model} error={errors['model.credentialId']} onChange={change} />
          <div className={styles.pair}>
            <NumberInput
              label="Temperature"
              description="0 keeps to the sources, 2 is most free."
              min={0}
              max={2}
              step={0.1}
              decimalScale={2}
              clampBehavior="none"
              value={shown(model.temperature)}
              error={errors['model.temperature']}
              onChange={(value) => change({ temperature: toNumber(value) })}
            />
            <NumberInput
              label="Longest answer"
              description="In tokens, 32 to 8,192."
              min={32}
              max={8_192}
              step={50}
              allowDecimal={false}
              thousandSeparator=","
              clampBehavior="none"
              value={shown(model.maxOutputTokens)}
              error={errors['model.maxOutputTokens']}
              onChange={(value) => change({ maxOutputTokens: toNumber(value) })}
            />
          </div>
        </>
      )}
    </FormSection>
  );
}

/** Another provider knows neither the model nor the key of the one before. */
const startWith = (provider: ModelProvider): Partial<ModelSettings> => ({
  provider,
  model: provider === 'builtin' ? 'builtin' : '',
  credentialId: null,
});

const toNumber = (value: number | string) => (value === '' ? Number.NaN : Number(value));
const shown = (value: number) => (Number.isNaN(value) ? '' : value);

interface CredentialFieldProps {
  model: ModelSettings;
  error: string | undefined;
  onChange: (part: Partial<ModelSettings>) => void;
}

function CredentialField({ model, error, onChange }: CredentialFieldProps) {
  const { uid } = useWorkspace();
  const credentials = useQuery(query.credentials.list.queryOptions({ input: { uid } }));
  const own = credentials.data?.items.filter(({ provider }) => provider === model.provider) ?? [];
  const isGone =
    credentials.isSuccess && model.credentialId !== null && !own.some(({ id }) => id === model.credentialId);
  return (
    <Select
      label="Credential"
      allowDeselect={false}
      value={model.credentialId ?? platformKey}
      error={
        error ??
        (isGone ? 'This credential does not exist any more. Choose another one.' : undefined) ??
        (credentials.isError ? 'The credentials could not be loaded.' : undefined)
      }
      onChange={(value) => {
        const found = own.find(({ id }) => id === value);
        onChange({ credentialId: found?.id ?? null });
      }}
      data={[
        { value: platformKey, label: 'Key of the platform, where there is one' },
        ...own.map(({ id, label, last4 }) => ({ value: id, label: `${label} (ends in ${last4})` })),
        ...(isGone ? [{ value: model.credentialId ?? '', label: 'Deleted credential' }] : []),
      ]}
      description={
        <>
          Keys are kept in{' '}
          <Anchor
            fz={12}
            underline="always"
            renderRoot={(props) => (
              <Link to="/app/$region/credentials" params={{ region: currentRegion() }} {...props} />
            )}
          >
            Credentials
          </Anchor>
          .
        </>
      }
    />
  );
}
