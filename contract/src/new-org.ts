import { DEFAULT_CLIENT_ACCESS } from './client-pages.ts';
import type { Org } from './orgs.ts';

/** What an org is before anything was set. Free of validators, so that screens can import it. */
export const NEW_ORG = {
  name: 'New Organization',
  squarePhotoURL: '',
  defaultClientAccess: [...DEFAULT_CLIENT_ACCESS],
  defaultClientTabOrder: [...DEFAULT_CLIENT_ACCESS],
  predefinedTags: [],
  disallowAnyTags: false,
  disableHandoff: false,
  allowBilling: false,
  preferredLanguage: 'en',
  dashboardLayout: 'vertical',
  settings: {
    smartHandoff: true,
    disableHandoffMessages: false,
    enableCannedResponses: false,
    continousSessionUI: false,
    disableClientAccess: false,
    disableClientAccessMessage: '',
  },
} satisfies Omit<Org, 'ID' | 'widgetIDs' | 'agents' | 'clients' | 'loadTokens' | 'usedPercent' | 'lastModified'>;
