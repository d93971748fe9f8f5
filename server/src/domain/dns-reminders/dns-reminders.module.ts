import { dnsRemindersSchedules } from './dns-reminders.jobs.ts';

export const dnsReminders = { schedules: dnsRemindersSchedules };
