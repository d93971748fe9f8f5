import { Flow } from '@antiphon/contract/flow-parts';
import type * as z from 'zod';

type Section = z.input<typeof Flow>['sections'][number];
type Wires = Record<string, string>;

/** `from port to` by `from.port: to`: a flow reads as what follows what. */
export const edgesOf = (wires: Wires): Section['edges'] =>
  Object.entries(wires).map(([place, to]) => {
    const [from, port] = place.split('.') as [string, string];
    return { from, port, to };
  });

/** A flow of one section. */
export const flowOf = (
  nodes: Section['nodes'],
  wires: Wires,
  { variables = [], more = [] }: { variables?: z.input<typeof Flow>['variables']; more?: Section[] } = {},
): Flow =>
  Flow.parse({
    schema: 1,
    variables,
    sections: [{ id: 'main', name: 'Main', nodes, edges: edgesOf(wires) }, ...more],
  });

/** Says hello and ends. */
export const smallFlow = (text = 'Welcome.') =>
  flowOf(
    [
      { id: 'start', kind: 'start' },
      { id: 'hello', kind: 'message', text },
      { id: 'done', kind: 'end' },
    ],
    { 'start.next': 'hello', 'hello.next': 'done' },
  );
