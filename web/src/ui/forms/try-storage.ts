/** Where the browser's storage is closed or full, what was to be kept lives as long as the screen: null. */
export function tryStorage<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
