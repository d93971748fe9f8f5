import { inboxSchedules } from './inbox.jobs.ts';

export const inbox = { schedules: inboxSchedules };
