import { functionCallsSchedules } from './function-calls.jobs.ts';

export const functionCalls = { schedules: functionCallsSchedules };
