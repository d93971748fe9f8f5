import { Textarea, type TextareaProps } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { formatCount } from '../format/format.ts';
import styles from './counted-textarea.module.css';

interface CountedTextareaProps extends Omit<TextareaProps, 'onChange' | 'value'> {
  value?: string;
  onChange?: (value: string) => void;
  charsMax: number;
}

/** A long text that tells how much of its room is used. More can be pasted than fits; it is refused when saved, never cut. */
export function CountedTextarea({ value = '', onChange, charsMax, description, ...rest }: CountedTextareaProps) {
  const t = useTexts('ui');
  const isOver = value.length > charsMax;
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={16}
      {...rest}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      error={rest.error ?? (isOver ? t('charsMax', { count: charsMax }) : undefined)}
      description={
        <span className={styles.line}>
          <span>{description}</span>
          <span className={`${styles.count} tabular`}>
            {formatCount(value.length)} / {formatCount(charsMax)}
          </span>
        </span>
      }
    />
  );
}
