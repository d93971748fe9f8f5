import type { FlowVariable, NodeOf } from '@antiphon/contract/flow-parts';
import { Select } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import type { NamedFunction } from './flow-editing.ts';
import { useFlowEditing } from './flow-editing.ts';
import { OperandField } from './operand-field.tsx';
import { VariableSelect } from './variable-select.tsx';

/** Which function is called, with what, and what of its answer is kept. */
export function FunctionFields({ node }: { node: NodeOf<'function'> }) {
  const t = useTexts('flow');
  const { functions, mayShape, changeNode } = useFlowEditing();
  const known = functions.find(({ functionId }) => functionId === node.functionId);
  return (
    <>
      <Select
        label={t('fields.function')}
        description={functions.length === 0 ? t('fields.functionNone') : undefined}
        disabled={!mayShape}
        placeholder={t('fields.functionChoose')}
        data={functions.map(({ functionId, name }) => ({ value: functionId, label: name }))}
        value={node.functionId || null}
        allowDeselect={false}
        onChange={(functionId) =>
          functionId &&
          changeNode({ ...node, functionId: functionId as typeof node.functionId, inputs: [], outputs: [] }, '')
        }
      />
      {known && <Inputs node={node} known={known} />}
      {known && known.outputs.length > 0 && <Outputs node={node} known={known} />}
    </>
  );
}

interface PartsProps {
  node: NodeOf<'function'>;
  known: NamedFunction;
}

function Inputs({ node, known }: PartsProps) {
  const t = useTexts('flow');
  const { changeNode } = useFlowEditing();
  const asked = known.inputs.filter(({ source }) => source !== 'fixed');
  if (asked.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('fields.inputs')}</legend>
      {asked.map(({ name, kind, isRequired }) => (
        <div key={name}>
          <span className={styles.partName}>
            <bdi dir="ltr">{name}</bdi> {!isRequired && <span className={styles.optional}>{t('fields.optional')}</span>}
          </span>
          <OperandField
            label={name}
            kind={heldAs(kind)}
            operand={node.inputs.find((input) => input.name === name)?.from ?? { variable: '' }}
            onChange={(from) => {
              const others = node.inputs.filter((input) => input.name !== name);
              const isEmpty = 'variable' in from ? false : from.value === '' && !isRequired;
              changeNode({ ...node, inputs: isEmpty ? others : [...others, { name, from }] }, `input ${name}`);
            }}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** As what a variable would hold such an input. */
const heldAs = (kind: NamedFunction['inputs'][number]['kind']): FlowVariable['kind'] => {
  if (kind === 'integer') return 'number';
  if (kind === 'number' || kind === 'boolean' || kind === 'date') return kind;
  return 'text';
};

function Outputs({ node, known }: PartsProps) {
  const t = useTexts('flow');
  const { changeNode } = useFlowEditing();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('fields.outputs')}</legend>
      {known.outputs.map(({ name }) => (
        <VariableSelect
          key={name}
          label={name}
          value={node.outputs.find((output) => output.name === name)?.variable ?? ''}
          onChange={(variable) =>
            changeNode(
              { ...node, outputs: [...node.outputs.filter((output) => output.name !== name), { name, variable }] },
              `output ${name}`,
            )
          }
        />
      ))}
    </fieldset>
  );
}
