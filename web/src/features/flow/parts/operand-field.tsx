import type { FlowOperand, FlowVariable } from '@antiphon/contract/flow-parts';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconVariable } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { ValueField } from './value-field.tsx';
import { VariableSelect } from './variable-select.tsx';

interface OperandFieldProps {
  label: string;
  kind: FlowVariable['kind'];
  choices?: readonly string[];
  operand: FlowOperand | null;
  onChange: (operand: FlowOperand) => void;
}

const NO_CHOICES: readonly string[] = [];

/** A value as it stands, or a variable: the button changes between them. */
export function OperandField({ label, kind, choices = NO_CHOICES, operand, onChange }: OperandFieldProps) {
  const t = useTexts('flow');
  const { mayShape } = useFlowEditing();
  const isVariable = operand !== null && 'variable' in operand;
  return (
    <div className={styles.operand}>
      {isVariable ? (
        <VariableSelect
          label={label}
          isLabelHidden
          value={operand.variable}
          onChange={(variable) => onChange({ variable })}
        />
      ) : (
        <ValueField
          label={label}
          kind={kind}
          choices={choices}
          value={operand?.value ?? ''}
          onChange={(value) => onChange({ value })}
        />
      )}
      {mayShape && (
        <ActionIcon
          size={36}
          aria-label={isVariable ? t('operand.value', { label }) : t('operand.variable', { label })}
          onClick={() => onChange(isVariable ? { value: '' } : { variable: '' })}
        >
          {isVariable ? <IconPencil size={16} stroke={1.5} /> : <IconVariable size={16} stroke={1.5} />}
        </ActionIcon>
      )}
    </div>
  );
}
