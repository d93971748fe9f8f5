import { limits } from '@antiphon/contract/limits';
import { TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { fieldId, useEditor } from './editor-context.ts';

/** What is proposed to the visitor first. */
const OF_EFFECTS = [
  ['proposal', 'saidProposal'],
  ['button', 'saidButton'],
] as const;
const PARTS = [
  ['waiting', 'saidWaiting'],
  ['success', 'saidSuccess'],
  ['failure', 'saidFailure'],
] as const;

/** The owner's own words for what becomes of a call. */
export function SentencesSection() {
  const t = useTexts('functions');
  const { draft, change, faultAt } = useEditor();
  return (
    <FormSection title={t('sections.sentences')} description={t('hints.sentences')}>
      {[...(draft.kind === 'effect' ? OF_EFFECTS : []), ...PARTS].map(([part, label]) => (
        <TextInput
          key={part}
          id={fieldId(`sentences.${part}`)}
          label={t(`labels.${label}`)}
          placeholder={t(`samples.${part}`, { sample: '{people}' })}
          maxLength={part === 'button' ? limits.functionButtonCharsMax : limits.functionSentenceCharsMax}
          value={draft.sentences[part]}
          error={faultAt(`sentences.${part}`)}
          onChange={({ currentTarget }) =>
            change((old) => ({ ...old, sentences: { ...old.sentences, [part]: currentTarget.value } }))
          }
        />
      ))}
    </FormSection>
  );
}
