import type { Agency } from '@antiphon/contract/agencies';
import { AGENCY_FONTS } from '@antiphon/contract/agency-themes';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** The specification's pause in typing. */
const PAUSE_MS = 2_000;
const LOOK_AGAIN_MS = 1_500;
const builtIn: readonly string[] = AGENCY_FONTS;

/** `sheet` as `Brand.fontSheet`. */
export type ChosenFont = { sheet: string; state: 'checking' | 'wanted' | 'ready' | 'failed' | 'unknown' | 'unasked' };

/** The font that stands in the form: asked for after a pause in typing, and until it is brought. */
export function useFont(typed: string, agency: Agency, mayAsk: boolean): ChosenFont {
  const { uid } = useWorkspace();
  const name = typed.trim();
  const [paused] = useDebouncedValue(name, PAUSE_MS);
  const isKnown = builtIn.includes(name) || name === '' || (name === agency.googleFont && agency.fontSheet !== '');
  const isPaused = paused === name || name === agency.googleFont;
  const found = useQuery({
    ...query.agencies.checkFont.queryOptions({ input: { uid, family: name } }),
    enabled: mayAsk && !isKnown && isPaused,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'wanted' ? LOOK_AGAIN_MS : false),
  });
  if (isKnown) return { sheet: builtIn.includes(name) ? '' : agency.fontSheet, state: 'ready' };
  if (!mayAsk) return { sheet: '', state: 'wanted' };
  if (!isPaused || found.isPending) return { sheet: '', state: 'checking' };
  // Saving asks again.
  if (found.error) return { sheet: '', state: toProblem(found.error).status === 400 ? 'unknown' : 'unasked' };
  return { sheet: found.data.sheet, state: found.data.state };
}
