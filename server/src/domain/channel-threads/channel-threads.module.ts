import { channelThreadsListeners, channelThreadsSchedules } from './channel-threads.jobs.ts';

export const channelThreads = { listeners: channelThreadsListeners, schedules: channelThreadsSchedules };
