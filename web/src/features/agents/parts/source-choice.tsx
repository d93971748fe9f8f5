import { IconFileImport, IconFileText, IconFileUpload, IconSquareDashed, IconWorld } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import type { Source } from './agent-sources.ts';
import styles from './new-agent-form.module.css';

const sources: { value: Source; Icon: typeof IconWorld }[] = [
  { value: 'website', Icon: IconWorld },
  { value: 'files', Icon: IconFileUpload },
  { value: 'text', Icon: IconFileText },
  { value: 'agent', Icon: IconFileImport },
  { value: 'empty', Icon: IconSquareDashed },
];

export function SourceChoice({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  const t = useTexts('new-agent');
  return (
    <fieldset className={styles.sources}>
      <legend className={styles.legend}>{t('from')}</legend>
      {sources.map(({ value: source, Icon }) => (
        <label key={source} className={styles.source}>
          <input
            type="radio"
            name="source"
            value={source}
            checked={source === value}
            onChange={() => onChange(source)}
            aria-label={t(`sources.${source}`)}
            aria-describedby={`source-${source}`}
          />
          <Icon size={20} stroke={1.5} aria-hidden="true" />
          <span className={styles.words}>
            <span className={styles.name}>{t(`sources.${source}`)}</span>
            <span className={styles.hint} id={`source-${source}`}>
              {t(`sources.${source}Hint`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
