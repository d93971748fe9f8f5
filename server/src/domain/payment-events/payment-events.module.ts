import { paymentEventsSchedules } from './payment-events.jobs.ts';

export const paymentEvents = { schedules: paymentEventsSchedules };
