const APART_MS = 500;

/**
 * Where a server comes back, each process tells all others of its gap. The first is told at once, those soon after it once more
 * together: what was lost before the last of them is read then.
 */
export function gatherGaps(onGap: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let isAgain = false;
  const tell = () => {
    if (timer) {
      isAgain = true;
      return;
    }
    onGap();
    timer = setTimeout(() => {
      timer = undefined;
      if (isAgain) tell();
      isAgain = false;
    }, APART_MS);
    timer.unref();
  };
  return { tell, stop: () => clearTimeout(timer) };
}
