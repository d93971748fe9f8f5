import { limits } from '@antiphon/contract/limits';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

export function CustomCssSection() {
  const { settings, errors, patchIn } = useWorkingCopy();
  return (
    <FormSection
      title="Custom CSS"
      description="For what the fields above do not reach. It may not load anything from elsewhere, nor hide that an AI answers."
    >
      <CountedTextarea
        aria-label="Custom CSS"
        minRows={4}
        maxRows={18}
        spellCheck={false}
        charsMax={limits.customCssCharsMax}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        value={settings.theme.ADVANCED_customCSS}
        error={errors['theme.ADVANCED_customCSS']}
        onChange={(ADVANCED_customCSS) => patchIn('theme', { ADVANCED_customCSS })}
      />
    </FormSection>
  );
}
