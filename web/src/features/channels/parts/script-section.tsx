import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { WidgetScript } from '../../agents/widget-script-block.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './channels.module.css';
import { pageSample } from './page-sample.ts';

/** The tag carries the place on the page as it is on the screen, so that it can be copied before saving. */
export function ScriptSection() {
  const t = useTexts('channels');
  const { agent, settings } = useWorkingCopy();
  return (
    <FormSection title={t('script.title')} description={t('script.text')}>
      <WidgetScript agent={{ ...agent, settings }} />
      <details className={styles.control}>
        <summary>{t('script.control')}</summary>
        <pre dir="ltr" className={styles.code} data-text="content">
          {pageSample}
        </pre>
      </details>
    </FormSection>
  );
}
