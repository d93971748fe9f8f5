CREATE TABLE "mcp_sources" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"credential_id" text,
	"looked_at" timestamp(3) with time zone NOT NULL,
	"fault" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_tools" (
	"source_id" text,
	"name" text,
	"workspace_uid" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"input_schema" text NOT NULL,
	"output_schema" text NOT NULL,
	"read_only_hint" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"is_there" boolean DEFAULT true NOT NULL,
	"function_id" text,
	"approved_fingerprint" text,
	"approved_description" text,
	"approved_schema" text,
	CONSTRAINT "mcp_tools_pkey" PRIMARY KEY("source_id","name")
);
--> statement-breakpoint
CREATE INDEX "mcp_sources_workspace_uid_created_at_index" ON "mcp_sources" ("workspace_uid","created_at");--> statement-breakpoint
CREATE INDEX "mcp_sources_credential_id_index" ON "mcp_sources" ("credential_id");--> statement-breakpoint
CREATE INDEX "mcp_tools_workspace_uid_source_id_name_index" ON "mcp_tools" ("workspace_uid","source_id","name");--> statement-breakpoint
CREATE INDEX "mcp_tools_function_id_index" ON "mcp_tools" ("function_id");--> statement-breakpoint
ALTER TABLE "mcp_sources" ADD CONSTRAINT "mcp_sources_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mcp_sources" ADD CONSTRAINT "mcp_sources_credential_id_call_credentials_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "call_credentials"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "mcp_tools" ADD CONSTRAINT "mcp_tools_source_id_mcp_sources_id_fkey" FOREIGN KEY ("source_id") REFERENCES "mcp_sources"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mcp_tools" ADD CONSTRAINT "mcp_tools_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mcp_tools" ADD CONSTRAINT "mcp_tools_function_id_functions_id_fkey" FOREIGN KEY ("function_id") REFERENCES "functions"("id") ON DELETE SET NULL;--> statement-breakpoint
select tenant_isolation('mcp_sources'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('mcp_tools'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on mcp_sources, mcp_tools to app_tenant, app_system;
