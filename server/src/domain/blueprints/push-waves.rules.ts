/** One agent, a tenth of them, all others: what goes wrong goes wrong for few. */
export const LAST_WAVE = 2;

export function waveOf(position: number, count: number, inWaves: boolean): number {
  if (!inWaves) return LAST_WAVE;
  if (position === 0) return 0;
  return position <= Math.ceil(count / 10) ? 1 : LAST_WAVE;
}
