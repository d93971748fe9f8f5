/** https://www.postgresql.org/docs/15/errcodes-appendix.html; drizzle wraps what the database said. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === '23505' || isUniqueViolation(error.cause);
}
