import { fontsJobs, fontsSchedules } from './fonts.jobs.ts';

export const fonts = { jobs: fontsJobs, schedules: fontsSchedules };
