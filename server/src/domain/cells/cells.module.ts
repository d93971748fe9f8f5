import { cellsSchedules } from './cells.jobs.ts';

export const cells = { schedules: cellsSchedules };
