import type { ModelProvider, ModelSettings } from '@antiphon/contract/agents';
import { Anchor, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { numberSeparators } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { providerNames } from '../../credentials/provider-names.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './prompt-tab.module.css';

const platformKey = '';

export function ModelSection() {
  const t = useTexts('agent-page');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { model } = settings;
  const change = (part: Partial<ModelSettings>) => patchIn('model', part);
  return (
    <FormSection title={t('model.title')}>
      <Select<ModelProvider>
        label={t('model.provider')}
        allowDeselect={false}
        value={model.provider}
        onChange={(provider) => provider !== null && provider !== model.provider && change(startWith(provider))}
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
          <TextInput
            label={t('model.name')}
            description={t('model.nameHint')}
            maxLength={120}
            value={model.model}
            error={errors['model.model']}
            onChange={(event) => change({ model: event.currentTarget.value })}
          />
          <CredentialField model={model} error={errors['model.credentialId']} onChange={change} />
          <div className={styles.pair}>
            <NumberInput
              label={t('model.temperature')}
              description={t('model.temperatureHint')}
              min={0}
              max={2}
              step={0.1}
              decimalScale={2}
              decimalSeparator={numberSeparators().decimalSeparator}
              clampBehavior="none"
              value={shown(model.temperature)}
              error={errors['model.temperature']}
              onChange={(value) => change({ temperature: toNumber(value) })}
            />
            <NumberInput
              label={t('model.longest')}
              description={t('model.longestHint')}
              min={32}
              max={8_192}
              step={50}
              allowDecimal={false}
              {...numberSeparators()}
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
        onChange({ credentialId: found?.id ?? null });
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
