import { limits } from '@antiphon/contract/limits';
import { useTexts } from '../../../texts/texts.ts';
import { CodeEditor } from '../../../ui/fields/code-editor.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

export function CustomCssSection() {
  const t = useTexts('channels');
  const { settings, errors, patchIn, mayWrite } = useWorkingCopy();
  return (
    <FormSection title={t('css.title')} description={t('css.text')}>
      <CodeEditor
        label={t('css.title')}
        language="css"
        charsMax={limits.customCssCharsMax}
        value={settings.theme.ADVANCED_customCSS}
        error={errors['theme.ADVANCED_customCSS']}
        isReadOnly={!mayWrite}
        onChange={(ADVANCED_customCSS) => patchIn('theme', { ADVANCED_customCSS })}
      />
    </FormSection>
  );
}
