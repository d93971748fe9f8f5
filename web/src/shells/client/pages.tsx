import type { ClientPage } from '@antiphon/contract/client-pages';
import type { AgentId } from '@antiphon/contract/ids';
import { type ComponentType, lazy } from 'react';

export interface ClientPageProps {
  /** The agent of the address; one of the client's. */
  agentId: AgentId;
}

/**
 * What stands at each page of a client's dashboard: one line each, lazy, such as
 * `'/home': lazy(async () => ({ default: (await import('../../features/analytics/home-page.tsx')).HomePage })),`
 * A page without a line is shown to nobody, whatever a client is allowed.
 */
export const clientPages: Partial<Record<ClientPage, ComponentType<ClientPageProps>>> = {
  '/home': lazy(async () => ({ default: (await import('../../features/analytics/home-page.tsx')).HomePage })),
  '/convos': lazy(async () => ({
    default: (await import('../../features/conversations/conversations-page.tsx')).ConversationsPage,
  })),
  '/leads': lazy(async () => ({ default: (await import('../../features/leads/leads-page.tsx')).LeadsPage })),
  '/analytics': lazy(async () => ({
    default: (await import('../../features/analytics/analytics-page.tsx')).AnalyticsPage,
  })),
  '/metrics': lazy(async () => ({ default: (await import('../../features/analytics/metrics-page.tsx')).MetricsPage })),
  '/kb': lazy(async () => ({
    default: (await import('../../features/agent-page/client-knowledge-page.tsx')).ClientKnowledgePage,
  })),
  '/channels': lazy(async () => ({
    default: (await import('../../features/agent-page/client-channels-page.tsx')).ClientChannelsPage,
  })),
  '/nodes': lazy(async () => ({
    default: (await import('../../features/agent-page/client-prompt-page.tsx')).ClientPromptPage,
  })),
  '/prompt': lazy(async () => ({
    default: (await import('../../features/agent-page/client-canvas-page.tsx')).ClientCanvasPage,
  })),
  '/voice': lazy(async () => ({ default: (await import('../../features/calls/calls-page.tsx')).CallsPage })),
  '/campaigns': lazy(async () => ({
    default: (await import('../../features/campaigns/campaigns-page.tsx')).CampaignsPage,
  })),
  '/settings': lazy(async () => ({
    default: (await import('../../features/client-sessions/org-page.tsx')).OrgPage,
  })),
};
