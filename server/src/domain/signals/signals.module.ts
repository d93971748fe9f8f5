import { signalsListeners } from './signals.jobs.ts';

export const signals = { listeners: signalsListeners };
