CREATE TABLE "cells" (
	"name" text PRIMARY KEY,
	"added_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lookups" (
	"kind" text,
	"key_hash" text,
	"workspace" text NOT NULL,
	CONSTRAINT "lookups_pkey" PRIMARY KEY("kind","key_hash")
);
--> statement-breakpoint
CREATE TABLE "workspace_cells" (
	"workspace" text PRIMARY KEY,
	"cell" text NOT NULL,
	"epoch" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "lookups_workspace_index" ON "lookups" ("workspace");--> statement-breakpoint
CREATE INDEX "workspace_cells_cell_index" ON "workspace_cells" ("cell");--> statement-breakpoint
ALTER TABLE "workspace_cells" ADD CONSTRAINT "workspace_cells_cell_cells_name_fkey" FOREIGN KEY ("cell") REFERENCES "cells"("name");