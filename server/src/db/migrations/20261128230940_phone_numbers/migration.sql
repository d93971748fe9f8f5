CREATE TABLE "phone_numbers" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"account_id" text NOT NULL,
	"vendor_id" text NOT NULL,
	"sealed" bytea NOT NULL,
	"hook_key" text NOT NULL,
	"earlier" jsonb NOT NULL,
	"agent_id" text,
	"schedule_id" text,
	"closed_text" text DEFAULT '' NOT NULL,
	"overflow_to" text DEFAULT '' NOT NULL,
	"transfer_to" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_number_index" ON "phone_numbers" ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_hook_key_index" ON "phone_numbers" ("hook_key");--> statement-breakpoint
CREATE INDEX "phone_numbers_workspace_uid_created_at_index" ON "phone_numbers" ("workspace_uid","created_at");--> statement-breakpoint
CREATE INDEX "phone_numbers_agent_id_index" ON "phone_numbers" ("agent_id");--> statement-breakpoint
CREATE INDEX "phone_numbers_schedule_id_index" ON "phone_numbers" ("schedule_id");--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_schedule_id_schedules_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE SET NULL;--> statement-breakpoint
select tenant_isolation('phone_numbers'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on phone_numbers to app_tenant, app_system;
--> statement-breakpoint
create trigger use_seat after insert or delete on phone_numbers for each row execute function use_seat('twilioPhoneNumberSlots');
