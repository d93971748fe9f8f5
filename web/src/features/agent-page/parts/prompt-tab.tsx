import { limits } from '@antiphon/contract/limits';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { ModelSection } from './model-section.tsx';
import { SuggestedQuestions } from './suggested-questions.tsx';

const greetingCharsMax = 1_000;

export function PromptTab() {
  const { settings, errors, patch } = useWorkingCopy();
  const isBuiltin = settings.model.provider === 'builtin';
  return (
    <EditFields>
      <ModelSection />
      <FormSection
        title="System prompt"
        description="Who the agent is, how it speaks, what it must never do. Rules for grounding and sources are added by themselves."
      >
        <CountedTextarea
          aria-label="System prompt"
          placeholder="You are the help desk of Example Ltd. Answer briefly and in a friendly tone."
          description={
            isBuiltin ? 'The built-in model does not read it. It is used once you choose a language model.' : undefined
          }
          minRows={8}
          maxRows={24}
          charsMax={limits.systemPromptCharsMax}
          value={settings.systemPrompt}
          error={errors.systemPrompt}
          onChange={(systemPrompt) => patch({ systemPrompt })}
        />
      </FormSection>
      <FormSection title="Opening" description="What a visitor sees before the first question.">
        <CountedTextarea
          label="Greeting"
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
