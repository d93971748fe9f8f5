import { channelsSchedules } from './channels.jobs.ts';
import { channelsRoutes } from './channels.routes.ts';

export const channels = { routes: channelsRoutes, schedules: channelsSchedules };
