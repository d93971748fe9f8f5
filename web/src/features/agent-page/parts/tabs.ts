import { type ComponentType, lazy } from 'react';
import type texts from '../../../texts/en/agent-page.json';

export interface AgentTab {
  path: keyof typeof texts.tabs;
  /** Its fields belong to the working copy, so that the save bar always stands under it. */
  isForm: boolean;
  Content: ComponentType;
}

/** Paths are the specification's; each tab is loaded when it is opened. */
export const tabs: AgentTab[] = [
  {
    path: 'overview',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('./overview-tab.tsx')).OverviewTab })),
  },
  {
    path: 'nodes',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('./prompt-tab.tsx')).PromptTab })),
  },
  {
    path: 'prompt',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('../../flow/flow-tab.tsx')).FlowTab })),
  },
  {
    path: 'kb',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../knowledge/knowledge-tab.tsx')).KnowledgeTab })),
  },
  {
    path: 'convos',
    isForm: false,
    Content: lazy(async () => ({
      default: (await import('../../conversations/conversations-tab.tsx')).ConversationsTab,
    })),
  },
  {
    path: 'leads',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../leads/leads-tab.tsx')).LeadsTab })),
  },
  {
    path: 'analytics',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../analytics/analytics-tab.tsx')).AnalyticsTab })),
  },
  {
    path: 'tests',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../suites/tests-tab.tsx')).TestsTab })),
  },
  {
    path: 'linked',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../blueprints/linked-tab.tsx')).LinkedTab })),
  },
  {
    path: 'channels',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('../../channels/channels-tab.tsx')).ChannelsTab })),
  },
  {
    path: 'voice',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('../../calls/voice-tab.tsx')).VoiceTab })),
  },
  {
    path: 'campaigns',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../campaigns/campaigns-tab.tsx')).CampaignsTab })),
  },
  {
    path: 'settings',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab })),
  },
];

export const findTab = (path: string) => tabs.find((tab) => tab.path === path);
