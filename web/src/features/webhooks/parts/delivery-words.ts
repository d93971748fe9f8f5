import type { WebhookDeliveryState, WebhookDeliveryType } from '@antiphon/contract/webhooks';
import type { Tone } from '../../../ui/states/status-badge.tsx';

// Written out: the schemas would bring their library into the page.
export const deliveryStates: WebhookDeliveryState[] = ['pending', 'delivered', 'failed'];
export const deliveryTypes: WebhookDeliveryType[] = [
  'conversation_started',
  'conversation_ended',
  'conversation_rated',
  'answer_rated',
  'lead_created',
  'agent_published',
  'credits_low',
  'client_created',
  'agency_subdomain_verified',
  'test',
];

export const deliveryTones: Record<WebhookDeliveryState, Tone> = { pending: 'warn', delivered: 'good', failed: 'bad' };
