import type { FlowVariable } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Drawer, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { renameVariable } from './variable-edits.ts';

// Written out: the schemas would bring their library into the page.
const KINDS: FlowVariable['kind'][] = ['text', 'number', 'boolean', 'date', 'email', 'phone', 'choice'];
const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** What conversations keep on their way. */
export function VariablesDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('flow');
  const { flow, changeFlow } = useFlowEditing();
  const { variables } = flow;
  const put = (index: number, variable: FlowVariable, field: string) =>
    changeFlow(`variable ${index} ${field}`, (now) => ({ ...now, variables: now.variables.with(index, variable) }));
  const freeName = () => {
    for (let number = variables.length + 1; ; number += 1)
      if (!variables.some(({ name }) => name === `value_${number}`)) return `value_${number}`;
  };
  return (
    <Drawer opened onClose={onClose} position="right" title={t('variables.title')} size={420}>
      <p className={styles.drawerLead}>{t('variables.text', { sample: '{city}' })}</p>
      <ul className={styles.variables}>
        {variables.map((variable, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its name is typed here
          <li key={index} className={styles.variable}>
            <NameField
              name={variable.name}
              isTaken={(name) => variables.some((one, at) => at !== index && one.name === name)}
              onRename={(name) => changeFlow('', (now) => renameVariable(now, variable.name, name))}
            />
            <Select<FlowVariable['kind']>
              aria-label={t('variables.kind', { name: variable.name })}
              allowDeselect={false}
              data={KINDS.map((kind) => ({ value: kind, label: t(`variables.kinds.${kind}`) }))}
              value={variable.kind}
              onChange={(kind) => kind && put(index, { ...variable, kind }, 'kind')}
            />
            <ActionIcon
              size={36}
              aria-label={t('variables.remove', { name: variable.name })}
              onClick={() => changeFlow('', (now) => ({ ...now, variables: now.variables.toSpliced(index, 1) }))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
            {variable.kind === 'choice' && (
              <TagsInput
                className={styles.variableChoices}
                aria-label={t('variables.choices', { name: variable.name })}
                placeholder={variable.choices.length === 0 ? t('variables.choicesHint') : ''}
                acceptValueOnBlur
                maxTags={limits.functionChoicesMax}
                value={variable.choices}
                onChange={(choices) => put(index, { ...variable, choices }, 'choices')}
              />
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        disabled={variables.length >= limits.flowVariablesMax}
        onClick={() =>
          changeFlow('', (now) => ({
            ...now,
            variables: [...now.variables, { name: freeName(), kind: 'text', choices: [] }],
          }))
        }
      >
        {t('variables.add')}
      </Button>
    </Drawer>
  );
}

/** Renamed everywhere once the field is left; a name that cannot be is told, and the old one stays in force. */
function NameField({
  name,
  isTaken,
  onRename,
}: {
  name: string;
  isTaken: (name: string) => boolean;
  onRename: (name: string) => void;
}) {
  const t = useTexts('flow');
  const tFaults = useTexts('flow-faults');
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? name;
  const error = NAME.test(shown)
    ? isTaken(shown)
      ? tFaults('variableTaken', { name: shown })
      : undefined
    : tFaults('variableName');
  return (
    <TextInput
      aria-label={t('variables.name', { name })}
      dir="ltr"
      autoComplete="off"
      maxLength={40}
      error={error}
      value={shown}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (error === undefined && shown !== name) onRename(shown);
        if (error === undefined) setTyped(null);
      }}
    />
  );
}
