import { limits } from '@antiphon/contract/limits';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { ModelSection } from './model-section.tsx';
import { SuggestedQuestions } from './suggested-questions.tsx';

const greetingCharsMax = 1_000;

/** `hasModel`: what answers is chosen here too. */
export function PromptTab({ hasModel = true }: { hasModel?: boolean }) {
  const t = useTexts('agent-page');
  const { settings, errors, patch } = useWorkingCopy();
  const isBuiltin = settings.model.provider === 'builtin';
  return (
    <EditFields>
      {hasModel && <ModelSection />}
      <FormSection title={t('prompt.title')} description={t('prompt.text')}>
        <CountedTextarea
          aria-label={t('prompt.title')}
          placeholder={t('prompt.placeholder')}
          description={isBuiltin ? t(hasModel ? 'prompt.builtinHint' : 'prompt.builtinOnly') : undefined}
          minRows={8}
          maxRows={24}
          charsMax={limits.systemPromptCharsMax}
          value={settings.systemPrompt}
          error={errors.systemPrompt}
          onChange={(systemPrompt) => patch({ systemPrompt })}
        />
      </FormSection>
      <FormSection title={t('prompt.opening')} description={t('prompt.openingText')}>
        <CountedTextarea
          label={t('prompt.greeting')}
          charsMax={greetingCharsMax}
          minRows={2}
          maxRows={8}
          value={settings.greeting}
          error={errors.greeting}
          onChange={(greeting) => patch({ greeting })}
        />
        <SuggestedQuestions
          questions={settings.suggestedQuestions}
          errors={errors}
          onChange={(suggestedQuestions) => patch({ suggestedQuestions })}
        />
      </FormSection>
    </EditFields>
  );
}
