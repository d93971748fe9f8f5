import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { newCheck, type Problems, type TurnDraft } from './case-draft.ts';
import { CheckFields } from './check-fields.tsx';
import styles from './suites.module.css';

interface TurnFieldsProps {
  agentId: string;
  number: number;
  turn: TurnDraft;
  problems: Problems;
  onChange: (turn: TurnDraft) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** What the visitor says, and the checks of the answer. */
export function TurnFields({ agentId, number, turn, problems, onChange, onRemove }: TurnFieldsProps) {
  const t = useTexts('suites');
  const { key, say, checks } = turn;
  const sayProblem = problems[`say ${key}`];
  const checksProblem = problems[`checks ${key}`];
  return (
    <li className={styles.turnBox}>
      <div className={styles.check}>
        <Textarea
          label={t('case.say', { number })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.messageCharsMax}
          value={say}
          error={sayProblem && t(`problem.${sayProblem}`)}
          onChange={(event) => onChange({ ...turn, say: event.currentTarget.value })}
        />
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('case.removeTurn', { number })} onClick={onRemove}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      {checks.map((check, at) => (
        <CheckFields
          key={check.key}
          agentId={agentId}
          label={t('case.check', { number: at + 1, turn: number })}
          check={check}
          problem={problems[`check ${check.key}`]}
          onChange={(changed) =>
            onChange({ ...turn, checks: checks.map((one) => (one.key === check.key ? changed : one)) })
          }
          onRemove={() => onChange({ ...turn, checks: checks.filter((one) => one.key !== check.key) })}
        />
      ))}
      {checksProblem && (
        <Text size="sm" c="var(--ui-bad)" role="alert">
          {t(`problem.${checksProblem}`)}
        </Text>
      )}
      {checks.length < limits.suiteChecksMax && (
        <div className={styles.rowActions}>
          <Button
            variant="subtle"
            size="compact-md"
            fz={13}
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => onChange({ ...turn, checks: [...checks, newCheck()] })}
          >
            {t('case.addCheck')}
          </Button>
        </div>
      )}
    </li>
  );
}
