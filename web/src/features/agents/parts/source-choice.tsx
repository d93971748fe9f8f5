import { IconFileText, IconFileUpload, IconSquareDashed, IconWorld } from '@tabler/icons-react';
import type { Source } from './agent-sources.ts';
import styles from './new-agent-form.module.css';

const sources: { value: Source; name: string; hint: string; Icon: typeof IconWorld }[] = [
  { value: 'website', name: 'Website', hint: 'Reads the pages of a site.', Icon: IconWorld },
  { value: 'files', name: 'Files', hint: 'pdf, docx, md, txt, html, csv', Icon: IconFileUpload },
  { value: 'text', name: 'Text', hint: 'Pasted from anywhere.', Icon: IconFileText },
  { value: 'empty', name: 'Empty', hint: 'Content comes later.', Icon: IconSquareDashed },
];

export function SourceChoice({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  return (
    <fieldset className={styles.sources}>
      <legend className={styles.legend}>Start from</legend>
      {sources.map(({ value: source, name, hint, Icon }) => (
        <label key={source} className={styles.source}>
          <input
            type="radio"
            name="source"
            value={source}
            checked={source === value}
            onChange={() => onChange(source)}
            aria-label={name}
            aria-describedby={`source-${source}`}
          />
          <Icon size={20} stroke={1.5} aria-hidden="true" />
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.hint} id={`source-${source}`}>
              {hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
