import type { FallbackModel } from '@antiphon/contract/agents';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Input } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { ModelFields } from './model-fields.tsx';
import styles from './prompt-tab.module.css';

export const builtinModel: FallbackModel = { provider: 'builtin', model: 'builtin', credentialId: null };

interface FallbackModelsProps {
  /** Before whom nobody is asked: a further one begins with its provider and key. */
  first: FallbackModel;
  fallbacks: FallbackModel[];
  errors: Record<string, string>;
  onChange: (fallbacks: FallbackModel[]) => void;
}

/** Who answers where the model does not. */
export function FallbackModels({ first, fallbacks, errors, onChange }: FallbackModelsProps) {
  const t = useTexts('agent-page');
  const move = (from: number, to: number) =>
    onChange(fallbacks.with(from, fallbacks[to] ?? builtinModel).with(to, fallbacks[from] ?? builtinModel));
  return (
    <Input.Wrapper label={t('fallbacks.title')} labelElement="div" description={t('fallbacks.text')}>
      <ol className={styles.fallbacks}>
        {fallbacks.map((fallback, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fallback has no identity but its place
          <li key={index}>
            <fieldset className={styles.fallback}>
              <legend>{t('fallbacks.one', { number: index + 1 })}</legend>
              <div className={styles.moves}>
                <ActionIcon
                  aria-label={t('fallbacks.up', { number: index + 1 })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} stroke={1.5} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('fallbacks.down', { number: index + 1 })}
                  disabled={index === fallbacks.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} stroke={1.5} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('fallbacks.remove', { number: index + 1 })}
                  onClick={() => onChange(fallbacks.toSpliced(index, 1))}
                >
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              </div>
              <ModelFields
                model={fallback}
                error={(field) => errors[`model.fallbacks.${index}.${field}`]}
                onChange={(changed) => onChange(fallbacks.with(index, changed))}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        mt={fallbacks.length > 0 ? 8 : 2}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        disabled={fallbacks.length >= limits.fallbackModelsMax}
        onClick={() => onChange(withAnother(fallbacks, first))}
      >
        {t('fallbacks.add')}
      </Button>
    </Input.Wrapper>
  );
}

/** The built-in model, which always answers; and before it, who else may. */
function withAnother(fallbacks: FallbackModel[], { provider, credentialId }: FallbackModel): FallbackModel[] {
  if (fallbacks.length === 0) return [builtinModel];
  const end = fallbacks.findIndex((fallback) => fallback.provider === 'builtin');
  return fallbacks.toSpliced(end === -1 ? fallbacks.length : end, 0, { provider, model: '', credentialId });
}
