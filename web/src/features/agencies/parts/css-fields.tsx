import { limits } from '@antiphon/contract/limits';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CodeEditor } from '../../../ui/fields/code-editor.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import styles from './agencies.module.css';
import type { AgencyForm } from './agency-values.ts';
import { inOwnWords } from './setting-fault-words.ts';
import type { useScopedCss } from './use-scoped-css.ts';

interface CssFieldsProps {
  form: AgencyForm;
  scoped: ReturnType<typeof useScopedCss>;
  canEdit: boolean;
}

export function CssFields({ form, scoped: { leftOut, error }, canEdit }: CssFieldsProps) {
  const t = useTexts('agencies');
  const problem = error === null ? undefined : inOwnWords(toProblem(error)).message;
  return (
    <FormSection title={t('css.title')} description={t('css.text')}>
      <CodeEditor
        label={t('css.title')}
        language="css"
        charsMax={limits.customCssCharsMax}
        value={form.values.customCSS}
        error={form.errors.customCSS ? String(form.errors.customCSS) : problem}
        isReadOnly={!canEdit}
        onChange={(css) => form.setFieldValue('customCSS', css)}
      />
      {leftOut.length > 0 && (
        <div className={styles.hint} role="status">
          <p>{t('css.leftOut')}</p>
          <ul className={styles.leftOut}>
            {leftOut.map(({ line, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may stand there twice
              <li key={place}>
                {t('css.line', { line })}{' '}
                <code dir="ltr" data-text="content">
                  {text}
                </code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormSection>
  );
}
