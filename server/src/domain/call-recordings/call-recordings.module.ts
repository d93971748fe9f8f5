import { callRecordingsListeners, callRecordingsSchedules } from './call-recordings.jobs.ts';

export const callRecordings = { listeners: callRecordingsListeners, schedules: callRecordingsSchedules };
