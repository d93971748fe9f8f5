CREATE TABLE "access_keys" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"secret_hash" text NOT NULL UNIQUE,
	"last4" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "access_keys_workspace_uid_user_id_index" ON "access_keys" ("workspace_uid","user_id");--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_8A6JYlLuAnqB_fkey" FOREIGN KEY ("workspace_uid","user_id") REFERENCES "workspace_members"("workspace_uid","user_id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('access_keys'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on access_keys to app_tenant, app_system;
