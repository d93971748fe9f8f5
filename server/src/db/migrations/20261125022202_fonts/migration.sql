CREATE TABLE "fonts" (
	"id" text PRIMARY KEY,
	"family" text NOT NULL,
	"state" text DEFAULT 'wanted' NOT NULL,
	"faces" jsonb DEFAULT '[]' NOT NULL,
	"wanted_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "fonts_wanted" ON "fonts" ("wanted_at") WHERE state = 'wanted';
--> statement-breakpoint
grant select, insert, update on fonts to app_system;
