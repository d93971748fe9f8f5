import type { Transaction } from '../store/transaction.ts';

export type PageAnswer = { status: number; html: string } | { redirect: string };

/** Somebody at a page: what its address ends with (ids and secrets), and what they filled in. */
export type Visit = { tx: Transaction; ids: string[]; form: Record<string, string> };
