import { type Guardrails, MASKS, type RefusedTopic } from '@antiphon/contract/guardrails';
import { limits } from '@antiphon/contract/limits';
import { Button, Select, Switch, TagsInput, Text, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import styles from './parts/guardrails.module.css';
import { TopicRow } from './parts/topic-row.tsx';

const OUTCOMES = ['replace', 'retry', 'person'] as const;

/** What is masked of what visitors write, what the agent refuses, and what it never says. */
export function GuardrailsSection() {
  return (
    <>
      <MasksSection />
      <TopicsSection />
      <SaidSection />
    </>
  );
}

function MasksSection() {
  const t = useTexts('guardrails');
  const { settings, patchIn } = useWorkingCopy();
  const { masks } = settings.guardrails;
  return (
    <FormSection title={t('masks.title')} description={t('masks.text')}>
      {MASKS.map((mask) => (
        <Switch
          key={mask}
          label={t(`masks.${mask}`)}
          description={mask === 'emails' || mask === 'phones' ? t(`masks.${mask}Hint`) : undefined}
          checked={masks[mask]}
          onChange={(event) => patchIn('guardrails', { masks: { ...masks, [mask]: event.currentTarget.checked } })}
        />
      ))}
    </FormSection>
  );
}

function TopicsSection() {
  const t = useTexts('guardrails');
  const id = useId();
  const { settings, errors, patchIn } = useWorkingCopy();
  const { topics } = settings.guardrails;
  const change = (given: RefusedTopic[]) => patchIn('guardrails', { topics: given });
  const focus = (index: number) => requestAnimationFrame(() => document.getElementById(`${id}-${index}`)?.focus());
  return (
    <FormSection title={t('topics.title')} description={t('topics.text')}>
      {topics.length > 0 && (
        <ol className={styles.topics}>
          {topics.map((topic, index) => (
            <TopicRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the name of a topic may be changed
              key={index}
              id={`${id}-${index}`}
              number={index + 1}
              topic={topic}
              errorOf={(part) => firstError(errors, `guardrails.topics.${index}.${part}`)}
              onChange={(changed) => change(topics.with(index, changed))}
              onRemove={() => {
                change(topics.toSpliced(index, 1));
                focus(Math.max(0, index - 1));
              }}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          disabled={topics.length >= limits.topicsMax}
          onClick={() => {
            change([...topics, { name: '', examples: [], answer: '' }]);
            focus(topics.length);
          }}
        >
          {t('topics.add')}
        </Button>
      </div>
    </FormSection>
  );
}

function SaidSection() {
  const t = useTexts('guardrails');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { guardrails } = settings;
  const patch = (part: Partial<Guardrails>) => patchIn('guardrails', part);
  const isJudged = guardrails.names.length > 0 || guardrails.keepsInstructions;
  return (
    <FormSection title={t('said.title')} description={t('said.text')}>
      <TagsInput
        label={t('said.hosts')}
        description={t('said.hostsHint')}
        placeholder={guardrails.linkHosts.length === 0 ? 'shop.example.com' : undefined}
        maxTags={limits.linkHostsMax}
        value={guardrails.linkHosts}
        error={firstError(errors, 'guardrails.linkHosts')}
        onChange={(linkHosts) => patch({ linkHosts })}
      />
      <Switch
        label={t('said.secrets')}
        description={t('said.secretsHint')}
        checked={guardrails.hidesSecrets}
        onChange={(event) => patch({ hidesSecrets: event.currentTarget.checked })}
      />
      <TagsInput
        label={t('said.names')}
        description={t('said.namesHint')}
        maxTags={limits.guardedNamesMax}
        value={guardrails.names}
        error={firstError(errors, 'guardrails.names')}
        onChange={(names) => patch({ names })}
      />
      <Switch
        label={t('said.instructions')}
        description={t('said.instructionsHint')}
        checked={guardrails.keepsInstructions}
        onChange={(event) => patch({ keepsInstructions: event.currentTarget.checked })}
      />
      {isJudged && <Text c="var(--ui-muted)">{t('said.wait')}</Text>}
      <Select
        label={t('said.broken')}
        description={t('said.brokenHint')}
        disabled={!isJudged}
        allowDeselect={false}
        data={OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        value={guardrails.whenBroken}
        onChange={(value) => value !== null && patch({ whenBroken: value as Guardrails['whenBroken'] })}
      />
      <Textarea
        label={t('said.instead')}
        description={t('said.insteadHint')}
        autosize
        maxLength={300}
        value={guardrails.instead}
        error={errors['guardrails.instead']}
        onChange={(event) => patch({ instead: event.currentTarget.value })}
      />
    </FormSection>
  );
}

/** Of a field, or of one of its lines. */
const firstError = (errors: Record<string, string>, path: string) =>
  errors[path] ?? Object.entries(errors).find(([key]) => key.startsWith(`${path}.`))?.[1];
