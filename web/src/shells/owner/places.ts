import {
  IconApi,
  IconBrandMeta,
  IconBrandWhatsapp,
  IconBuildingStore,
  IconChartBar,
  IconCreditCard,
  IconDeviceMobileMessage,
  IconInbox,
  IconKey,
  IconMessageCircle,
  IconRobot,
  IconSettings,
  IconSpider,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';

/** Where the navigation and the palette lead. A screen whose capability does not exist has no entry, rather than an empty page. */
export const places = [
  { name: 'agents', to: '/app/$region/agents', Icon: IconRobot, keys: 'g a' },
  { name: 'inbox', to: '/app/$region/inbox', Icon: IconInbox, keys: 'g i' },
  { name: 'sessions', to: '/app/$region/sessions', Icon: IconMessageCircle, keys: 'g s' },
  { name: 'functions', to: '/app/$region/integrations', Icon: IconApi, keys: 'g f' },
  { name: 'metaPages', to: '/app/$region/meta-pages', Icon: IconBrandMeta, keys: 'g m' },
  { name: 'whatsappNumbers', to: '/app/$region/whatsapp-numbers', Icon: IconBrandWhatsapp, keys: 'g n' },
  { name: 'twilioNumbers', to: '/app/$region/twilio-numbers', Icon: IconDeviceMobileMessage, keys: 'g t' },
  { name: 'crawler', to: '/app/$region/automations', Icon: IconSpider, keys: 'g r' },
  { name: 'events', to: '/app/$region/events', Icon: IconWebhook, keys: 'g e' },
  { name: 'agency', to: '/app/$region/agency', Icon: IconBuildingStore, keys: 'g b' },
  { name: 'clients', to: '/app/$region/clients', Icon: IconUsersGroup, keys: 'g l' },
  { name: 'credentials', to: '/app/$region/credentials', Icon: IconKey, keys: 'g c' },
  { name: 'usage', to: '/app/$region/usage', Icon: IconChartBar, keys: 'g u' },
  { name: 'billing', to: '/app/$region/account/billing', Icon: IconCreditCard, keys: 'g p' },
  { name: 'settings', to: '/app/$region/settings', Icon: IconSettings, keys: 'g w' },
] as const;
export type Place = (typeof places)[number];

type PlaceName = Place['name'];

/** The order of the navigation: places, and groups of places that are closed at first. */
export const navigation: (PlaceName | { group: 'integrations' | 'utilities' | 'whitelabel'; places: PlaceName[] })[] = [
  'agents',
  'inbox',
  { group: 'integrations', places: ['functions', 'metaPages', 'whatsappNumbers', 'twilioNumbers'] },
  { group: 'utilities', places: ['crawler', 'events', 'sessions'] },
  { group: 'whitelabel', places: ['agency', 'clients'] },
  'credentials',
  'usage',
  'settings',
];
