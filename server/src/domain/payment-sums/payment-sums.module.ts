import { paymentSumsSchedules } from './payment-sums.jobs.ts';

export const paymentSums = { schedules: paymentSumsSchedules };
