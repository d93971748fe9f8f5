import type { FlowNode, NodeOf } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { useFlowEditing } from './flow-editing.ts';
import { FormFields } from './form-fields.tsx';
import { FunctionFields } from './function-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { OperandField } from './operand-field.tsx';
import { StepFields } from './step-fields.tsx';
import { TextField } from './text-field.tsx';
import { TriesField } from './tries-field.tsx';
import { VariableSelect } from './variable-select.tsx';

const GREETING_CHARS_MAX = 1_000;

/** Everything that can be said of a node, by its kind. */
export function NodeFields({ node }: { node: FlowNode }) {
  const t = useTexts('flow');
  const { mayShape, changeNode } = useFlowEditing();
  return (
    <>
      {node.kind !== 'start' && (
        <TextInput
          label={t('fields.ownName')}
          dir="auto"
          disabled={!mayShape}
          placeholder={t(`kinds.${node.kind}`)}
          maxLength={limits.flowNameCharsMax}
          value={node.name}
          onChange={(event) => changeNode({ ...node, name: event.currentTarget.value }, 'name')}
        />
      )}
      <KindFields node={node} />
    </>
  );
}

function KindFields({ node }: { node: FlowNode }) {
  const t = useTexts('flow');
  const { mayShape, changeNode } = useFlowEditing();
  switch (node.kind) {
    case 'start':
      return <StartFields node={node} />;
    case 'message':
      return <MessageFields node={node} />;
    case 'step':
      return <StepFields node={node} />;
    case 'condition':
      return <ConditionFields node={node} />;
    case 'function':
      return <FunctionFields node={node} />;
    case 'form':
      return <FormFields node={node} />;
    case 'collect':
      return (
        <>
          <TextField
            label={t('fields.question')}
            charsMax={limits.flowTextCharsMax}
            value={node.question}
            onChange={(question) => changeNode({ ...node, question }, 'question')}
          />
          <VariableSelect
            label={t('fields.into')}
            value={node.variable}
            onChange={(variable) => changeNode({ ...node, variable }, 'variable')}
          />
          <TriesField value={node.triesMax} onChange={(triesMax) => changeNode({ ...node, triesMax }, 'tries')} />
        </>
      );
    case 'knowledge':
      return (
        <TextField
          label={t('fields.search')}
          description={t('fields.searchHint')}
          charsMax={limits.flowTextCharsMax}
          value={node.question}
          onChange={(question) => changeNode({ ...node, question }, 'question')}
        />
      );
    case 'set':
      return <SetFields node={node} />;
    case 'handoff':
      return (
        <TextField
          label={t('fields.said')}
          description={t('fields.handoffHint')}
          charsMax={limits.flowTextCharsMax}
          value={node.text}
          onChange={(text) => changeNode({ ...node, text }, 'text')}
        />
      );
    case 'wait':
      return (
        <NumberInput
          label={t('fields.minutes')}
          disabled={!mayShape}
          min={1}
          max={limits.flowWaitMinutesMax}
          allowDecimal={false}
          clampBehavior="strict"
          value={node.minutes}
          onChange={(value) => typeof value === 'number' && changeNode({ ...node, minutes: value }, 'minutes')}
        />
      );
    case 'jump':
      return <JumpFields node={node} />;
    case 'end':
      return (
        <>
          <TextField
            label={t('fields.last')}
            charsMax={limits.flowTextCharsMax}
            value={node.text}
            onChange={(text) => changeNode({ ...node, text }, 'text')}
          />
          <Switch
            label={t('fields.resolves')}
            disabled={!mayShape}
            checked={node.resolves}
            onChange={(event) => changeNode({ ...node, resolves: event.currentTarget.checked }, 'resolves')}
          />
        </>
      );
  }
}

function StartFields({ node }: { node: NodeOf<'start'> }) {
  const t = useTexts('flow');
  const { flow, section, greeting, change } = useFlowEditing();
  if (section.id !== flow.sections[0]?.id || !section.nodes.includes(node)) return null;
  return (
    <TextField
      isPlain
      label={t('fields.greeting')}
      description={t('fields.greetingHint')}
      charsMax={GREETING_CHARS_MAX}
      value={greeting}
      onChange={(value) => change('greeting', (now) => ({ ...now, greeting: value }))}
    />
  );
}

function SetFields({ node }: { node: NodeOf<'set'> }) {
  const t = useTexts('flow');
  const { flow, changeNode } = useFlowEditing();
  const variable = flow.variables.find(({ name }) => name === node.variable);
  return (
    <>
      <VariableSelect
        label={t('fields.variable')}
        value={node.variable}
        onChange={(name) => changeNode({ ...node, variable: name }, 'variable')}
      />
      <OperandField
        label={t('fields.becomes')}
        kind={variable?.kind ?? 'text'}
        choices={variable?.choices}
        operand={node.value}
        onChange={(value) => changeNode({ ...node, value }, 'value')}
      />
    </>
  );
}

function JumpFields({ node }: { node: NodeOf<'jump'> }) {
  const t = useTexts('flow');
  const { flow, mayShape, changeNode } = useFlowEditing();
  return (
    <>
      <Select
        label={t('fields.section')}
        disabled={!mayShape}
        placeholder={t('fields.sectionChoose')}
        data={flow.sections.map(({ id, name }) => ({ value: id, label: name || t('unnamed') }))}
        value={node.sectionId || null}
        onChange={(sectionId) => changeNode({ ...node, sectionId: sectionId ?? '' }, 'section')}
      />
      <Switch
        label={t('fields.returns')}
        description={t('fields.returnsHint')}
        disabled={!mayShape}
        checked={node.returns}
        onChange={(event) => changeNode({ ...node, returns: event.currentTarget.checked }, 'returns')}
      />
    </>
  );
}
