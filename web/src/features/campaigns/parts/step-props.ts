import type { Campaign } from '@antiphon/contract/campaigns';

export type CampaignChange = Partial<
  Pick<
    Campaign,
    | 'name'
    | 'phoneNumberId'
    | 'connectionId'
    | 'groupIds'
    | 'withoutGroupIds'
    | 'text'
    | 'template'
    | 'machineText'
    | 'days'
    | 'fromMinute'
    | 'toMinute'
    | 'cap'
    | 'startsAt'
  >
>;

export interface StepProps {
  agentId: string;
  /** As it is typed. */
  campaign: Campaign;
  onChange: (change: CampaignChange) => void;
}

export interface SavedStepProps extends StepProps {
  /** False where it could not be. */
  onSave: () => Promise<boolean>;
}
