import { limits } from '@antiphon/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useFlowEditing } from './flow-editing.ts';
import { isUnplaced, type Positions, placeNodes } from './place-nodes.ts';

/** So long nothing is moved before it is stored where all stands. */
const SETTLED_MS = 800;
const NOWHERE: Positions = {};

/**
 * Where the nodes of the open section stand; null until that is known. It is no part of the agent's settings: moving a node changes
 * nothing that visitors get, and nothing that has to be saved.
 */
export function useFlowLayout() {
  const t = useTexts('flow');
  const { agent } = useWorkingCopy();
  const { flow, section, mayShape } = useFlowEditing();
  const queryClient = useQueryClient();
  const input = { id: agent.ID };
  const queryKey = query.flows.getLayout.queryKey({ input });
  const stored = useQuery({ ...query.flows.getLayout.queryOptions({ input }), staleTime: Number.POSITIVE_INFINITY });
  const known = stored.data?.positions ?? NOWHERE;
  const place = (places: Positions) =>
    queryClient.setQueryData(queryKey, (old) => ({ positions: { ...old?.positions, ...places } }));
  const saving = useMutation({
    meta: { failure: t('layoutFailed') },
    mutationFn: (positions: Positions) => api.flows.saveLayout({ ...input, positions }),
  });
  const isRead = stored.data !== undefined || stored.isError;
  const isBlank = isRead && isUnplaced(section, known);
  const arrangeAll = async () => {
    const { arrange } = await import('./arrange-nodes.ts');
    return arrange(section);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a section is put in order once, when it is first drawn
  useEffect(() => {
    if (isBlank) void arrangeAll().then((arranged) => place(arranged));
  }, [isBlank, section.id]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ flow, save: saving.mutate });
  latest.current = { flow, save: saving.mutate };
  const store = () => {
    const ids = new Set(latest.current.flow.sections.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
    const places = Object.entries(queryClient.getQueryData(queryKey)?.positions ?? NOWHERE);
    // A canvas with too many nodes can be saved, though not published.
    latest.current.save(Object.fromEntries(places.filter(([id]) => ids.has(id)).slice(0, limits.flowNodesMax)));
  };
  const move = (places: Positions) => {
    place(places);
    if (!mayShape) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      store();
    }, SETTLED_MS);
  };
  // Whoever leaves at once keeps what was moved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end alone
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      store();
    },
    [],
  );
  const positions = useMemo(
    () => (isRead && !isBlank ? placeNodes(section, known) : null),
    [isRead, isBlank, section, known],
  );
  return { positions, known, move, tidy: async () => move(await arrangeAll()) };
}
