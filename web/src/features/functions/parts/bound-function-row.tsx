import type { BoundFunction } from '@antiphon/contract/agents';
import { sayFunctionFault } from '@antiphon/contract/function-faults';
import type { FunctionLine } from '@antiphon/contract/functions';
import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { sayFault } from './find-faults.ts';
import styles from './functions.module.css';

const CALLS = ['callsPerConversation', 'callsPerMinute', 'callsPerDay'] as const;

interface BoundFunctionRowProps {
  bound: BoundFunction;
  /** As the workspace has it; none where it was deleted. */
  line: FunctionLine | undefined;
  /** Whether the functions of the workspace were read. */
  isKnown: boolean;
  errorOf: (field: keyof BoundFunction) => string | undefined;
  onChange: (bound: BoundFunction) => void;
  onRemove: () => void;
}

/** A function that an agent may call, in its revision, and how often at most. */
export function BoundFunctionRow({ bound, line, isKnown, errorOf, onChange, onRemove }: BoundFunctionRowProps) {
  const t = useTexts('agent-functions');
  const newest = line?.revision ?? bound.revision;
  const isOlder = newest > bound.revision;
  const isGone = isKnown && !line;
  const name = line?.name ?? bound.functionId;
  const fault = errorOf('functionId') ?? errorOf('revision');
  const isOff = line?.isOff === true;
  return (
    <li className={styles.boundRow}>
      <div className={styles.boundHead}>
        {line ? (
          <Link
            to="/app/$region/integrations/$functionId"
            params={{ region: currentRegion(), functionId: bound.functionId }}
            className={styles.name}
            dir="ltr"
            data-text="content"
          >
            {name}
          </Link>
        ) : (
          <span className={styles.name}>{isGone && t('gone')}</span>
        )}
        <StatusBadge tone={isGone || isOff ? 'bad' : isOlder ? 'warn' : 'good'}>
          {t('revision', { number: bound.revision })}
        </StatusBadge>
        <ActionIcon aria-label={t('removeOf', { name })} onClick={onRemove} className={styles.boundRemove}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </div>
      {line && (
        <p className={styles.help} dir="ltr" data-text="content">
          {line.method} {line.origin}
          {line.path}
        </p>
      )}
      {isGone && <p className={styles.boundFault}>{t('goneText')}</p>}
      {fault === undefined && isOff && (
        <p className={styles.boundFault}>{sayFault(sayFunctionFault('boundOff', { name }))}</p>
      )}
      {fault !== undefined && !isGone && <p className={styles.boundFault}>{sayFault(fault)}</p>}
      {isOlder && (
        <div className={styles.newer}>
          <span>{t('newer', { number: newest })}</span>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('updateOf', { name, number: newest })}
            onClick={() => onChange({ ...bound, revision: newest })}
          >
            {t('update')}
          </Button>
        </div>
      )}
      <fieldset className={styles.calls}>
        <legend>{t('limits.title')}</legend>
        {CALLS.map((field) => (
          <NumberInput
            key={field}
            label={t(`limits.${field}`)}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            hideControls
            value={Number.isNaN(bound[field]) ? '' : bound[field]}
            error={errorOf(field)}
            onChange={(calls) => onChange({ ...bound, [field]: calls === '' ? Number.NaN : Number(calls) })}
          />
        ))}
      </fieldset>
    </li>
  );
}
