import type { FunctionLine } from '@antiphon/contract/functions';
import type { SuiteAnswer } from '@antiphon/contract/suites';
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './suites.module.css';
import { useBoundFunctions } from './use-bound-functions.ts';

interface AnswerFieldsProps {
  answers: SuiteAnswer[];
  onChange: (answers: SuiteAnswer[]) => void;
}

/** What is answered in place of the systems that the agent's functions call: a test sends nothing. */
export function AnswerFields({ answers, onChange }: AnswerFieldsProps) {
  const t = useTexts('suites');
  const functions = useBoundFunctions();
  if (functions.length === 0) return null;
  return (
    <section className={styles.turnBox}>
      <h3 className={styles.tryHead}>{t('answers.title')}</h3>
      <p className={styles.muted}>{t('answers.hint')}</p>
      {functions.map((one) => (
        <Answer
          key={one.id}
          of={one}
          answer={answers.find(({ name }) => name === one.name) ?? null}
          onChange={(changed) => onChange([...answers.filter(({ name }) => name !== one.name), ...changed])}
        />
      ))}
    </section>
  );
}

interface AnswerProps {
  of: FunctionLine;
  /** Null where it fails. */
  answer: SuiteAnswer | null;
  onChange: (answer: SuiteAnswer[]) => void;
}

function Answer({ of: { id, name }, answer, onChange }: AnswerProps) {
  const t = useTexts('suites');
  const { uid } = useWorkspace();
  const isOk = answer?.isOk === true;
  const found = useQuery({
    ...query.functions.get.queryOptions({ input: { uid, functionId: id } }),
    enabled: isOk,
  });
  const outputs = answer?.outputs ?? {};
  return (
    <div className={styles.answer}>
      <Select
        label={name}
        allowDeselect={false}
        value={isOk ? 'works' : 'fails'}
        data={(['fails', 'works'] as const).map((value) => ({ value, label: t(`answers.${value}`) }))}
        onChange={(value) => onChange(value === 'works' ? [{ name, isOk: true, outputs }] : [])}
      />
      {isOk &&
        found.data?.response.outputs.map((output) => (
          <TextInput
            key={output.name}
            label={output.name}
            value={outputs[output.name] ?? ''}
            onChange={(event) =>
              onChange([{ name, isOk: true, outputs: { ...outputs, [output.name]: event.currentTarget.value } }])
            }
          />
        ))}
    </div>
  );
}
