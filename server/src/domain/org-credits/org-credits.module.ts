import { orgCreditsSchedules } from './org-credits.jobs.ts';
import { orgCreditsRoutes } from './org-credits.routes.ts';

export const orgCredits = { routes: orgCreditsRoutes, schedules: orgCreditsSchedules };
