import type { Campaign } from '@antiphon/contract/campaigns';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { namedBy, useCampaignChanged } from '../use-campaigns.ts';
import styles from './campaigns.module.css';
import { DeleteCampaign } from './delete-campaign.tsx';
import type { CampaignChange } from './step-props.ts';
import { WhatStep } from './what-step.tsx';
import { WhenStep } from './when-step.tsx';
import { WhoStep } from './who-step.tsx';

const steps = ['what', 'who', 'when'] as const;
type Step = (typeof steps)[number];
interface SetupProps {
  agentId: string;
  campaign: Campaign;
  mayApprove: boolean;
  onGone: () => void;
}

/** A draft, step by step. What is typed is kept as one leaves a field or goes on. */
export function Setup({ agentId, campaign, mayApprove, onGone }: SetupProps) {
  const t = useTexts('campaigns');
  const changed = useCampaignChanged(agentId);
  const [step, setStep] = useState<Step>('what');
  const [given, setGiven] = useState<CampaignChange>({});
  const named = namedBy({ agentId, campaign });
  const saving = useMutation({
    mutationFn: (change: CampaignChange) => api.campaigns.update({ ...named, ...change }),
    meta: { isFailureShown: true },
    onSuccess: async (saved, change) => {
      await changed(saved);
      // What was typed meanwhile stays.
      setGiven((now) =>
        Object.fromEntries(Object.entries(now).filter(([key, value]) => change[key as keyof CampaignChange] !== value)),
      );
    },
  });
  const starting = useMutation({
    mutationFn: () => api.campaigns.start(named),
    meta: { isFailureShown: true },
    onSuccess: changed,
  });
  const save = async (): Promise<boolean> => {
    if (Object.keys(given).length === 0) return true;
    return saving.mutateAsync(given).then(
      () => true,
      () => false,
    );
  };
  const goTo = async (next: Step) => {
    if (await save()) setStep(next);
  };
  const start = async () => {
    if (await save()) starting.mutate();
  };
  const at = steps.indexOf(step);
  const [before, after] = [steps[at - 1], steps[at + 1]];
  const told = { agentId, campaign: { ...campaign, ...given }, onChange: change };
  function change(next: CampaignChange) {
    starting.reset();
    setGiven((now) => ({ ...now, ...next }));
  }
  const content: Record<Step, ReactNode> = {
    what: <WhatStep {...told} onSave={save} mayApprove={mayApprove} />,
    who: <WhoStep {...told} onSave={save} />,
    when: <WhenStep {...told} />,
  };
  const problem = saving.error ?? starting.error;
  return (
    <form
      className={styles.tab}
      onSubmit={(event) => {
        event.preventDefault();
        void (after ? goTo(after) : start());
      }}
      onBlur={() => void save()}
    >
      <SegmentedControl
        aria-label={t('steps.label')}
        className={styles.steps}
        value={step}
        onChange={(next) => void goTo(steps.find((one) => one === next) ?? 'what')}
        data={steps.map((value) => ({ value, label: t(`steps.${value}`) }))}
      />
      {content[step]}
      {problem && <LoadFailure title={t(saving.error ? 'saveFailed' : 'startFailed')} problem={toProblem(problem)} />}
      <Group justify="space-between" gap="xs">
        <DeleteCampaign agentId={agentId} campaign={campaign} onGone={onGone} />
        <Group gap="xs">
          {before && (
            <Button variant="default" onClick={() => void goTo(before)}>
              {t('steps.before')}
            </Button>
          )}
          <Button type="submit" loading={starting.isPending}>
            {after ? t('steps.next') : t(mayApprove ? 'steps.start' : 'steps.ask')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
