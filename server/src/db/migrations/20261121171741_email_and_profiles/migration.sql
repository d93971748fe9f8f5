CREATE TABLE "email_windows" (
	"key" text,
	"window_start" timestamp(3) with time zone,
	"used" integer NOT NULL,
	CONSTRAINT "email_windows_pkey" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text PRIMARY KEY,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "emails_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_uid" text,
	"to_address" text NOT NULL,
	"template" text NOT NULL,
	"sealed" bytea,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY,
	"attempts" integer NOT NULL,
	"blocked_until" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"user_id" text PRIMARY KEY,
	"build_goal" text DEFAULT '' NOT NULL,
	"onboarded_at" timestamp(3) with time zone,
	"is_new_user" boolean DEFAULT true NOT NULL,
	"referred_from" text DEFAULT '' NOT NULL,
	"partner_id" text DEFAULT '' NOT NULL,
	"country_code" text DEFAULT '' NOT NULL,
	"use_new_pricing" boolean DEFAULT true NOT NULL,
	"use_multiple_stripes" boolean DEFAULT false NOT NULL,
	"is_pay_as_you_go" boolean DEFAULT false NOT NULL,
	"whitelabel_trial_ends_at" timestamp(3) with time zone,
	"double_account_warning_hidden" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "email_windows_window_start_index" ON "email_windows" ("window_start");--> statement-breakpoint
CREATE INDEX "emails_state_next_attempt_at_index" ON "emails" ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "emails_created_at_index" ON "emails" ("created_at");--> statement-breakpoint
CREATE INDEX "emails_workspace_uid_created_at_index" ON "emails" ("workspace_uid","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_last_at_index" ON "sign_in_attempts" ("last_at");--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('emails'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert on emails to app_tenant;
--> statement-breakpoint
grant select, insert, update, delete on emails, email_windows, user_profiles, sign_in_attempts to app_system;
--> statement-breakpoint
-- A tenant's transaction counts its mails against the recipient's limit, which all tenants share.
grant select, insert, update on email_windows to app_tenant;
--> statement-breakpoint
insert into user_profiles (user_id, is_new_user, onboarded_at) select id, false, now() from users;
