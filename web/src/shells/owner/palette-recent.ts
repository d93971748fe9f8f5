const keptMax = 5;

/** What was chosen in the palette, the last first: enough to offer it again without asking the server. */
export interface Recent {
  id: string;
  label: string;
}

/** Kept per region and workspace: an agent of one means nothing in the other. */
const keyOf = (region: string, workspaceUid: string) => `palette-recent-${region}-${workspaceUid}`;

export function readRecent(region: string, workspaceUid: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(region, workspaceUid)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, keptMax) : [];
  } catch {
    return [];
  }
}

export function addRecent(region: string, workspaceUid: string, { id, label }: Recent): void {
  const others = readRecent(region, workspaceUid).filter((one) => one.id !== id);
  try {
    localStorage.setItem(keyOf(region, workspaceUid), JSON.stringify([{ id, label }, ...others].slice(0, keptMax)));
  } catch {
    // A full or forbidden storage only means that nothing recent is offered.
  }
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'label' in value &&
  typeof value.label === 'string';
