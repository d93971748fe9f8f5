import type { ClientPage } from '@antiphon/contract/client-pages';
import {
  IconBook2,
  IconChartBar,
  IconGauge,
  IconHome,
  IconMessageCircle,
  IconMicrophone,
  IconPlugConnected,
  IconSchema,
  IconSend,
  IconSettings,
  IconTerminal2,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

export const pageIcons: Record<ClientPage, TablerIcon> = {
  '/home': IconHome,
  '/convos': IconMessageCircle,
  '/leads': IconUsers,
  '/analytics': IconChartBar,
  '/metrics': IconGauge,
  '/kb': IconBook2,
  '/channels': IconPlugConnected,
  '/nodes': IconTerminal2,
  '/settings': IconSettings,
  '/voice': IconMicrophone,
  '/campaigns': IconSend,
  '/prompt': IconSchema,
};
