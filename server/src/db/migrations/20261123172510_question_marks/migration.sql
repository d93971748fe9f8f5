CREATE TABLE "question_marks" (
	"workspace_uid" text NOT NULL,
	"agent_id" text,
	"question_key" text,
	"state" text NOT NULL,
	"into_key" text DEFAULT '' NOT NULL,
	"marked_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "question_marks_pkey" PRIMARY KEY("agent_id","question_key")
);
--> statement-breakpoint
CREATE INDEX "question_marks_workspace_uid_agent_id_question_key_index" ON "question_marks" ("workspace_uid","agent_id","question_key");--> statement-breakpoint
ALTER TABLE "question_marks" ADD CONSTRAINT "question_marks_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('question_marks'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on question_marks to app_tenant, app_system;
