import { type ComponentType, lazy } from 'react';

export interface AgentTab {
  path: string;
  label: string;
  /** Its fields belong to the working copy, so that the save bar always stands under it. */
  isForm: boolean;
  Content: ComponentType;
}

/** Paths are the specification's; each tab is loaded when it is opened. */
export const tabs: AgentTab[] = [
  {
    path: 'overview',
    label: 'Overview',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('./overview-tab.tsx')).OverviewTab })),
  },
  {
    path: 'nodes',
    label: 'Prompt',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('./prompt-tab.tsx')).PromptTab })),
  },
  {
    path: 'kb',
    label: 'Knowledge',
    isForm: false,
    Content: lazy(async () => ({ default: (await import('../../knowledge/knowledge-tab.tsx')).KnowledgeTab })),
  },
  {
    path: 'convos',
    label: 'Conversations',
    isForm: false,
    Content: lazy(async () => ({
      default: (await import('../../conversations/conversations-tab.tsx')).ConversationsTab,
    })),
  },
  {
    path: 'channels',
    label: 'Channels',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('../../channels/channels-tab.tsx')).ChannelsTab })),
  },
  {
    path: 'settings',
    label: 'Settings',
    isForm: true,
    Content: lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab })),
  },
];

export const findTab = (path: string) => tabs.find((tab) => tab.path === path);
