import { limits } from '@antiphon/contract/limits';
import { Input, Radio, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { fieldId, useEditor } from './editor-context.ts';
import styles from './functions.module.css';
import { Rows } from './rows.tsx';

/** What a function is called, what it does, and who wants it. */
export function BasicsSection() {
  const t = useTexts('functions');
  const { draft, change, faultAt } = useEditor();
  const patch = (part: Partial<typeof draft>) => change((old) => ({ ...old, ...part }));
  return (
    <FormSection title={t('sections.basics')}>
      <TextInput
        id={fieldId('name')}
        label={t('labels.name')}
        description={t('hints.name')}
        value={draft.name}
        maxLength={40}
        dir="ltr"
        autoComplete="off"
        error={faultAt('name')}
        onChange={(event) => patch({ name: event.currentTarget.value })}
      />
      <CountedTextarea
        id={fieldId('description')}
        label={t('labels.description')}
        description={t('hints.description')}
        placeholder={t('samples.description')}
        minRows={2}
        value={draft.description}
        charsMax={limits.functionDescriptionCharsMax}
        error={faultAt('description')}
        onChange={(description) => patch({ description })}
      />
      <Radio.Group
        label={t('labels.kind')}
        description={draft.tool ? t('tool.kind') : undefined}
        value={draft.kind}
        onChange={(kind) => patch({ kind: kind as typeof draft.kind })}
      >
        <Stack gap={10} mt={6}>
          {(['read', 'effect'] as const).map((kind) => (
            <Radio
              key={kind}
              value={kind}
              disabled={draft.tool !== null}
              label={t(`kinds.${kind}`)}
              description={t(`kindHints.${kind}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Input.Wrapper
        label={t('labels.examples')}
        labelElement="div"
        description={t('hints.examples')}
        error={faultAt('examples')}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        className={styles.list}
      >
        <Rows
          of="examples"
          path="examples"
          items={draft.examples}
          max={limits.functionExamplesMax}
          blank=""
          onChange={(examples) => patch({ examples })}
        >
          {(example, index, put, name) => (
            <TextInput
              aria-label={name}
              placeholder={index === 0 ? t('samples.example') : undefined}
              value={example}
              maxLength={limits.functionSentenceCharsMax}
              error={faultAt(`examples.${index}`)}
              onChange={(event) => put(event.currentTarget.value)}
            />
          )}
        </Rows>
      </Input.Wrapper>
    </FormSection>
  );
}
