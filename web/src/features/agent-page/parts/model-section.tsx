import type { FallbackModel, ModelSettings } from '@antiphon/contract/agents';
import { NumberInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { numberSeparators } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { builtinModel, FallbackModels } from './fallback-models.tsx';
import { ModelFields } from './model-fields.tsx';
import styles from './prompt-tab.module.css';

export function ModelSection() {
  const t = useTexts('agent-page');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { model } = settings;
  const { provider, credentialId } = model;
  const first = { provider, model: model.model, credentialId };
  const change = (part: Partial<ModelSettings>) => patchIn('model', part);
  return (
    <FormSection title={t('model.title')}>
      <ModelFields
        model={first}
        error={(field) => errors[`model.${field}`]}
        onChange={(changed) => change({ ...changed, ...fallbacksFor(changed, model) })}
      />
      {provider !== 'builtin' && (
        <>
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
          <FallbackModels
            first={first}
            fallbacks={model.fallbacks}
            errors={errors}
            onChange={(fallbacks) => change({ fallbacks })}
          />
        </>
      )}
    </FormSection>
  );
}

/** Whoever chooses a language model is given somebody who answers when it does not; the built-in model needs nobody. */
function fallbacksFor({ provider }: FallbackModel, before: ModelSettings): Partial<ModelSettings> {
  if (provider === 'builtin') return { fallbacks: [] };
  return before.provider === 'builtin' ? { fallbacks: [builtinModel] } : {};
}

const toNumber = (value: number | string) => (value === '' ? Number.NaN : Number(value));
const shown = (value: number) => (Number.isNaN(value) ? '' : value);
