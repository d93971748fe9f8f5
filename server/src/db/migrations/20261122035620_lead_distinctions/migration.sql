CREATE TABLE "lead_distinctions" (
	"first_id" text,
	"second_id" text,
	"workspace_uid" text NOT NULL,
	CONSTRAINT "lead_distinctions_pkey" PRIMARY KEY("first_id","second_id")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "deletion_id" text;--> statement-breakpoint
CREATE INDEX "lead_distinctions_second_id_index" ON "lead_distinctions" ("second_id");--> statement-breakpoint
ALTER TABLE "lead_distinctions" ADD CONSTRAINT "lead_distinctions_first_id_leads_id_fkey" FOREIGN KEY ("first_id") REFERENCES "leads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_distinctions" ADD CONSTRAINT "lead_distinctions_second_id_leads_id_fkey" FOREIGN KEY ("second_id") REFERENCES "leads"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('lead_distinctions'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on lead_distinctions to app_tenant, app_system;
