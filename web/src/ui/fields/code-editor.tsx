import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { formatCount } from '../format/format.ts';
import styles from './code-editor.module.css';
import type { CodeLanguage } from './code-field.tsx';
import { openBraceLine } from './open-brace.ts';

interface CodeEditorProps {
  label: string;
  language: CodeLanguage;
  value: string;
  onChange: (value: string) => void;
  charsMax: number;
  error?: string | undefined;
  isReadOnly?: boolean;
}

const CodeField = lazy(async () => ({ default: (await import('./code-field.tsx')).CodeField }));

/** Code with colours, line numbers and undo, loaded when it is first shown. Tab indents; Escape, then Tab, leaves it. */
export function CodeEditor({ label, language, value, onChange, charsMax, error, isReadOnly = false }: CodeEditorProps) {
  const t = useTexts('ui');
  const id = useId();
  const isOver = value.length > charsMax;
  const openLine = language === 'css' ? openBraceLine(value) : null;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      id={id}
      error={
        error ??
        (isOver ? t('charsMax', { count: charsMax }) : undefined) ??
        (openLine === null ? undefined : t('code.openBrace', { line: openLine }))
      }
      description={
        <span className={styles.foot} id={`${id}-hint`}>
          <span>{t('code.leave')}</span>
          <span className="tabular">
            {formatCount(value.length)} / {formatCount(charsMax)}
          </span>
        </span>
      }
    >
      <Suspense fallback={<Skeleton height={132} />}>
        <CodeField
          label={label}
          describedBy={`${id}-hint`}
          language={language}
          value={value}
          onChange={onChange}
          isReadOnly={isReadOnly}
          isInvalid={error !== undefined || isOver || openLine !== null}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
