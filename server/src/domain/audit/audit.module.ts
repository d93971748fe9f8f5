import { auditSchedules } from './audit.jobs.ts';

export const audit = { schedules: auditSchedules };
