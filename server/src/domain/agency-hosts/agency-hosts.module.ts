import { agencyHostsSchedules } from './agency-hosts.jobs.ts';

export const agencyHosts = { schedules: agencyHostsSchedules };
