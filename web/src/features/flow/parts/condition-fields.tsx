import { COMPARISONS } from '@antiphon/contract/flow-check';
import type { FlowCondition, NodeOf } from '@antiphon/contract/flow-parts';
import { comparedAs } from '@antiphon/contract/flow-ports';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { newPartId } from './new-parts.ts';
import { OperandField } from './operand-field.tsx';
import { VariableSelect } from './variable-select.tsx';

type Row = NodeOf<'condition'>['rows'][number];
const BLANK: FlowCondition = { variable: '', comparison: 'is', operand: { value: '' } };

/** Rows, of which the first that holds is taken. */
export function ConditionFields({ node }: { node: NodeOf<'condition'> }) {
  const t = useTexts('flow');
  const { mayShape, changeNode } = useFlowEditing();
  const put = (rows: Row[], field: string) => changeNode({ ...node, rows }, field);
  return (
    <div className={styles.group}>
      {node.rows.map((row, index) => (
        <RowFields
          key={row.id}
          row={row}
          number={index + 1}
          onChange={(changed, field) => put(node.rows.with(index, changed), field && `${row.id} ${field}`)}
          onRemove={() => put(node.rows.toSpliced(index, 1), '')}
        />
      ))}
      {mayShape && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
          disabled={node.rows.length >= limits.flowRowsMax}
          onClick={() => put([...node.rows, { id: newPartId(), all: [BLANK] }], '')}
        >
          {t('fields.addRow')}
        </Button>
      )}
    </div>
  );
}

interface RowFieldsProps {
  row: Row;
  number: number;
  onChange: (row: Row, field: string) => void;
  onRemove: () => void;
}

function RowFields({ row, number, onChange, onRemove }: RowFieldsProps) {
  const t = useTexts('flow');
  const { mayShape } = useFlowEditing();
  return (
    <fieldset className={styles.card}>
      <legend className={styles.hiddenLegend}>{t('row', { number })}</legend>
      <div className={styles.line}>
        <span className={styles.cardTitle} aria-hidden="true">
          {t('row', { number })}
        </span>
        {mayShape && (
          <ActionIcon size={28} aria-label={t('fields.removeRow', { number })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      {row.all.map((condition, index) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its place
          key={index}
          condition={condition}
          isFurther={index > 0}
          onChange={(changed) => onChange({ ...row, all: row.all.with(index, changed) }, String(index))}
          onRemove={() => onChange({ ...row, all: row.all.toSpliced(index, 1) }, '')}
        />
      ))}
      {mayShape && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={styles.small}
          disabled={row.all.length >= limits.flowConditionsMax}
          onClick={() => onChange({ ...row, all: [...row.all, BLANK] }, '')}
        >
          {t('fields.addCondition')}
        </Button>
      )}
    </fieldset>
  );
}

interface ConditionProps {
  condition: FlowCondition;
  isFurther: boolean;
  onChange: (condition: FlowCondition) => void;
  onRemove: () => void;
}

function Condition({ condition, isFurther, onChange, onRemove }: ConditionProps) {
  const t = useTexts('flow');
  const { flow, mayShape } = useFlowEditing();
  const variable = flow.variables.find(({ name }) => name === condition.variable);
  const comparisons = [...COMPARISONS[comparedAs(variable?.kind ?? 'text')], 'given', 'not_given'] as const;
  const isOfOne = condition.comparison === 'given' || condition.comparison === 'not_given';
  return (
    <div className={styles.condition}>
      {isFurther && (
        <div className={styles.line}>
          <span className={styles.and}>{t('fields.and')}</span>
          {mayShape && (
            <ActionIcon size={28} aria-label={t('fields.removeCondition')} onClick={onRemove}>
              <IconTrash size={14} stroke={1.5} />
            </ActionIcon>
          )}
        </div>
      )}
      <VariableSelect
        label={t('fields.variable')}
        isLabelHidden
        value={condition.variable}
        // Another variable may be of another kind: what it was compared with is not kept.
        onChange={(name) => onChange({ variable: name, comparison: 'is', operand: { value: '' } })}
      />
      <Select
        aria-label={t('fields.comparison')}
        disabled={!mayShape}
        allowDeselect={false}
        data={comparisons.map((value) => ({ value, label: t(`comparisons.${value}`) }))}
        value={condition.comparison}
        onChange={(comparison) => comparison && onChange({ ...condition, comparison })}
      />
      {!isOfOne && (
        <OperandField
          label={t('fields.comparedWith')}
          kind={variable?.kind ?? 'text'}
          choices={variable?.choices}
          operand={condition.operand}
          onChange={(operand) => onChange({ ...condition, operand })}
        />
      )}
    </div>
  );
}
