CREATE TABLE "host_claims" (
	"host_hash" text PRIMARY KEY,
	"region" text NOT NULL,
	"claimed_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
