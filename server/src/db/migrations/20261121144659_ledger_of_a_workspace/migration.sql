ALTER TABLE "credit_holds" DROP CONSTRAINT "credit_holds_account_credit_accounts_id_fkey";--> statement-breakpoint
ALTER TABLE "credit_transfers" DROP CONSTRAINT "credit_transfers_debit_account_credit_accounts_id_fkey";--> statement-breakpoint
ALTER TABLE "credit_transfers" DROP CONSTRAINT "credit_transfers_credit_account_credit_accounts_id_fkey";--> statement-breakpoint
DROP INDEX "credit_holds_state_expires_at_index";--> statement-breakpoint
DROP INDEX "credit_accounts_workspace_uid_index";--> statement-breakpoint
DROP INDEX "credit_transfers_workspace_uid_created_at_index";--> statement-breakpoint
ALTER TABLE "credit_accounts" DROP COLUMN "kind";--> statement-breakpoint
ALTER TABLE "credit_holds" DROP COLUMN "account";--> statement-breakpoint
ALTER TABLE "agent_months" DROP CONSTRAINT "agent_months_pkey";--> statement-breakpoint
ALTER TABLE "agent_months" ADD PRIMARY KEY ("workspace_uid","agent_id","month");--> statement-breakpoint
ALTER TABLE "credit_holds" DROP CONSTRAINT "credit_holds_pkey";--> statement-breakpoint
ALTER TABLE "credit_holds" ADD PRIMARY KEY ("workspace_uid","id");--> statement-breakpoint
ALTER TABLE "credit_transfers" DROP CONSTRAINT "credit_transfers_pkey";--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD PRIMARY KEY ("workspace_uid","id");--> statement-breakpoint
ALTER TABLE "usage_entries" DROP CONSTRAINT "usage_entries_pkey";--> statement-breakpoint
ALTER TABLE "usage_entries" ADD PRIMARY KEY ("workspace_uid","id");--> statement-breakpoint
ALTER TABLE "credit_accounts" ALTER COLUMN "workspace_uid" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_holds" ALTER COLUMN "agent_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "credit_holds_open" ON "credit_holds" ("expires_at") WHERE "state" = 'held';--> statement-breakpoint
CREATE INDEX "usage_entries_workspace_uid_agent_id_ts_id_index" ON "usage_entries" ("workspace_uid","agent_id","ts","id");--> statement-breakpoint
ALTER TABLE "agent_months" ADD CONSTRAINT "month_counts" CHECK ("spent" >= 0 and "held" >= 0 and "messages" >= 0);--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "hold_positive" CHECK ("amount" > 0);--> statement-breakpoint
ALTER TABLE "credit_accounts" DROP CONSTRAINT IF EXISTS "credit_floor", ADD CONSTRAINT "credit_floor" CHECK ("held" >= 0 and "balance" >= "held");--> statement-breakpoint
-- The ledger is added to, never taken from.
revoke delete on credit_accounts, credit_holds, agent_months from app_tenant, app_system;
--> statement-breakpoint
revoke update, delete on usage_entries from app_tenant, app_system;
