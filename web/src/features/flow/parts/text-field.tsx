import { ActionIcon, Menu } from '@mantine/core';
import { IconVariable } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';

interface TextFieldProps {
  label: string;
  description?: string;
  value: string;
  charsMax: number;
  onChange: (value: string) => void;
  /** Without variables, where a text is no node's own. */
  isPlain?: boolean;
  minRows?: number;
}

/** A text in which variables stand in braces; they are put in where the cursor is. */
export function TextField({
  label,
  description,
  value,
  charsMax,
  onChange,
  isPlain = false,
  minRows = 3,
}: TextFieldProps) {
  const t = useTexts('flow');
  const { flow, mayWrite } = useFlowEditing();
  const field = useRef<HTMLTextAreaElement>(null);
  const put = (name: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    onChange(`${value.slice(0, selectionStart)}{${name}}${value.slice(selectionEnd)}`);
    const at = selectionStart + name.length + 2;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  };
  return (
    <div className={styles.textField}>
      <CountedTextarea
        ref={field}
        label={label}
        description={description}
        dir="auto"
        disabled={!mayWrite}
        minRows={minRows}
        maxRows={14}
        charsMax={charsMax}
        value={value}
        onChange={onChange}
      />
      {!isPlain && mayWrite && flow.variables.length > 0 && (
        <Menu position="bottom-end" withinPortal returnFocus={false}>
          <Menu.Target>
            <ActionIcon className={styles.putVariable} size={24} aria-label={t('putVariable', { field: label })}>
              <IconVariable size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {flow.variables.map(({ name }) => (
              <Menu.Item key={name} onClick={() => put(name)}>
                <bdi dir="ltr">{`{${name}}`}</bdi>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
