import type { NodeOf } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { newPartId } from './new-parts.ts';
import { TextField } from './text-field.tsx';

type Exit = NodeOf<'step'>['exits'][number];

/** A step in which the agent talks freely, until one of its exits is taken. */
export function StepFields({ node }: { node: NodeOf<'step'> }) {
  const t = useTexts('flow');
  const { flow, systemPrompt, change, changeNode, mayShape } = useFlowEditing();
  const hasOtherMain = flow.sections.some(({ nodes }) =>
    nodes.some((one) => one.kind === 'step' && one.isMain && one.id !== node.id),
  );
  return (
    <>
      {node.isMain ? (
        <TextField
          isPlain
          label={t('fields.prompt')}
          description={t('fields.promptHint')}
          minRows={6}
          charsMax={limits.systemPromptCharsMax}
          value={systemPrompt}
          onChange={(value) => change('prompt', (now) => ({ ...now, systemPrompt: value }))}
        />
      ) : (
        <TextField
          label={t('fields.instructions')}
          description={t('fields.instructionsHint')}
          minRows={5}
          charsMax={limits.systemPromptCharsMax}
          value={node.instructions}
          onChange={(instructions) => changeNode({ ...node, instructions }, 'instructions')}
        />
      )}
      {!hasOtherMain && (
        <Switch
          label={t('fields.isMain')}
          description={t('fields.isMainHint')}
          disabled={!mayShape}
          checked={node.isMain}
          onChange={(event) => changeNode({ ...node, isMain: event.currentTarget.checked }, '')}
        />
      )}
      <NumberInput
        label={t('fields.turns')}
        description={t('fields.turnsHint')}
        disabled={!mayShape}
        min={1}
        max={limits.flowStepTurnsMax}
        allowDecimal={false}
        clampBehavior="strict"
        value={node.turnsMax ?? ''}
        onChange={(value) => changeNode({ ...node, turnsMax: typeof value === 'number' ? value : null }, 'turns')}
      />
      <Exits node={node} />
    </>
  );
}

function Exits({ node }: { node: NodeOf<'step'> }) {
  const t = useTexts('flow');
  const { mayShape, changeNode } = useFlowEditing();
  const put = (exits: Exit[], field: string) => changeNode({ ...node, exits }, field);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('fields.exits')}</legend>
      {node.exits.map((exit, index) => (
        <ExitFields
          key={exit.id}
          exit={exit}
          number={index + 1}
          onChange={(changed, field) => put(node.exits.with(index, changed), `${exit.id} ${field}`)}
          onRemove={() => put(node.exits.toSpliced(index, 1), '')}
        />
      ))}
      {mayShape && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
          disabled={node.exits.length >= limits.flowExitsMax}
          onClick={() => put([...node.exits, { id: newPartId(), name: '', when: '', examples: [] }], '')}
        >
          {t('fields.addExit')}
        </Button>
      )}
    </fieldset>
  );
}

interface ExitFieldsProps {
  exit: Exit;
  number: number;
  onChange: (exit: Exit, field: string) => void;
  onRemove: () => void;
}

function ExitFields({ exit, number, onChange, onRemove }: ExitFieldsProps) {
  const t = useTexts('flow');
  const { mayShape } = useFlowEditing();
  return (
    <div className={styles.card}>
      <div className={styles.line}>
        <TextInput
          aria-label={t('fields.exitName', { number })}
          placeholder={t('fields.exitName', { number })}
          dir="auto"
          disabled={!mayShape}
          maxLength={limits.flowNameCharsMax}
          value={exit.name}
          onChange={(event) => onChange({ ...exit, name: event.currentTarget.value }, 'name')}
        />
        {mayShape && (
          <ActionIcon size={36} aria-label={t('fields.removeExit', { number })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      <TextInput
        label={t('fields.when')}
        dir="auto"
        disabled={!mayShape}
        placeholder={t('fields.whenSample')}
        maxLength={300}
        value={exit.when}
        onChange={(event) => onChange({ ...exit, when: event.currentTarget.value }, 'when')}
      />
      <TagsInput
        label={t('fields.examples')}
        description={t('fields.examplesHint')}
        disabled={!mayShape}
        acceptValueOnBlur
        maxTags={limits.flowExamplesMax}
        value={exit.examples}
        onChange={(examples) => onChange({ ...exit, examples }, 'examples')}
      />
    </div>
  );
}
