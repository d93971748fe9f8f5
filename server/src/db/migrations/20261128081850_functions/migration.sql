CREATE TABLE "function_revisions" (
	"function_id" text,
	"number" integer,
	"workspace_uid" text NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by_user_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "function_revisions_pkey" PRIMARY KEY("function_id","number")
);
--> statement-breakpoint
CREATE TABLE "functions" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"revision" integer,
	"published_edition" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "function_revisions_workspace_uid_function_id_number_index" ON "function_revisions" ("workspace_uid","function_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "functions_workspace_uid_name_index" ON "functions" ("workspace_uid","name");--> statement-breakpoint
ALTER TABLE "function_revisions" ADD CONSTRAINT "function_revisions_function_id_functions_id_fkey" FOREIGN KEY ("function_id") REFERENCES "functions"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "function_revisions" ADD CONSTRAINT "function_revisions_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "functions" ADD CONSTRAINT "functions_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('functions'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('function_revisions'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on functions to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, delete on function_revisions to app_tenant, app_system;
