import { placeholderIn, segmentsOf } from '@antiphon/contract/function-check';
import { useTexts } from '../../../texts/texts.ts';
import { useEditor } from './editor-context.ts';
import styles from './functions.module.css';

/** What is called, as it stands now, with the inputs in their places. */
export function AddressLine() {
  const t = useTexts('functions');
  const { inputs, request } = useEditor().draft;
  const known = new Set(inputs.map(({ name }) => name));
  const part = (text: string, key: string) => {
    const name = placeholderIn(text);
    if (name === null) return text;
    return (
      <span key={key} className={styles.chip} data-unknown={!known.has(name) || undefined}>
        {name}
      </span>
    );
  };
  if (request.origin === '') return null;
  return (
    <div className={styles.address}>
      <span className={styles.addressLabel}>{t('address')}</span>
      <span className={styles.addressText} dir="ltr" data-text="content">
        <span className={styles.method}>{request.method}</span> {request.origin}
        {segmentsOf(request.path).map((segment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no identity but its place
          <span key={index}>/{part(segment, 'input')}</span>
        ))}
        {request.query.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity but its place
          <span key={index}>
            {index === 0 ? '?' : '&'}
            {name}={part(value, 'input')}
          </span>
        ))}
      </span>
    </div>
  );
}
