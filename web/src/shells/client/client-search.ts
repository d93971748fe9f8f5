/** What pages keep in the address as words. The address holds what looks like a number as one. */
const texts = [
  'search',
  'question',
  'doc',
  'parent',
  'convo',
  'chat',
  'rating',
  'agentId',
  'campaign',
  'from',
  'to',
  'tag',
  'operatorId',
  'lang',
] as const;

/** What is no word where a word belongs is left out; everything else is as it was found. */
export function readSearch(search: Record<string, unknown>): Record<string, unknown> {
  const read = { ...search };
  for (const name of texts) {
    const value = search[name];
    if (value === undefined) continue;
    read[name] = typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  }
  return read;
}
