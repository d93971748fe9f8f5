import { quotesSchedules } from './quotes.jobs.ts';
import { quotesRoutes } from './quotes.routes.ts';

export const quotes = { routes: quotesRoutes, schedules: quotesSchedules };
