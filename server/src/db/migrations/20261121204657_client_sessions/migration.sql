CREATE TABLE "client_logins" (
	"client_id" text,
	"kind" text,
	"workspace_uid" text NOT NULL,
	"secret_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "client_logins_pkey" PRIMARY KEY("client_id","kind")
);
--> statement-breakpoint
CREATE TABLE "client_sessions" (
	"id" text PRIMARY KEY,
	"token_hash" text NOT NULL UNIQUE,
	"workspace_uid" text NOT NULL,
	"client_id" text,
	"way" text NOT NULL,
	"session_version" integer NOT NULL,
	"opened_by" text,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"client_id" text,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"file_ids" jsonb DEFAULT '[]' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "client_logins_workspace_uid_secret_hash_index" ON "client_logins" ("workspace_uid","secret_hash");--> statement-breakpoint
CREATE INDEX "client_sessions_workspace_uid_client_id_index" ON "client_sessions" ("workspace_uid","client_id");--> statement-breakpoint
CREATE INDEX "client_sessions_expires_at_index" ON "client_sessions" ("expires_at");--> statement-breakpoint
CREATE INDEX "feedback_workspace_uid_created_at_index" ON "feedback" ("workspace_uid","created_at");--> statement-breakpoint
ALTER TABLE "client_logins" ADD CONSTRAINT "client_logins_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_logins" ADD CONSTRAINT "client_logins_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_sessions" ADD CONSTRAINT "client_sessions_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_sessions" ADD CONSTRAINT "client_sessions_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE SET NULL;--> statement-breakpoint
select tenant_isolation('client_sessions'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('client_logins'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('feedback'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on client_sessions, client_logins, feedback to app_tenant, app_system;
