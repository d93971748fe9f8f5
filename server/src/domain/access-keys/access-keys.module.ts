import { accessKeysSchedules } from './access-keys.jobs.ts';
import { accessKeysRoutes } from './access-keys.routes.ts';

export const accessKeys = { routes: accessKeysRoutes, schedules: accessKeysSchedules };
