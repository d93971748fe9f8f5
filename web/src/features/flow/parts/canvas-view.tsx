import type { FlowSection } from '@antiphon/contract/flow-parts';
import {
  applyNodeChanges,
  Background,
  type Connection,
  type Edge,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import reactFlowStyles from '@xyflow/react/dist/base.css?inline';
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { excerptOf, titleOf } from '../../flow-words/node-words.ts';
import { AddMenu } from './add-menu.tsx';
import { CanvasControls } from './canvas-controls.tsx';
import { CanvasNode, type CanvasNodeType } from './canvas-node.tsx';
import { copyNodes, pasteNodes, readCopied } from './copied-nodes.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { connect, type Exit, removeNodes } from './flow-edits.ts';
import { NODE_WIDTH, type Position, type Positions } from './place-nodes.ts';
import { useFlowLayout } from './use-flow-layout.ts';

// One object for all renders: with a new one each node would be mounted anew.
const nodeTypes = { node: CanvasNode };
const PRO = { hideAttribution: true };

export function CanvasView() {
  return (
    <ReactFlowProvider>
      <style href="react-flow" precedence="low">
        {reactFlowStyles}
      </style>
      <PlacedCanvas />
    </ReactFlowProvider>
  );
}

function PlacedCanvas() {
  const { section } = useFlowEditing();
  const layout = useFlowLayout();
  if (layout.positions === null) return <FormSkeleton />;
  return <Canvas key={section.id} {...layout} positions={layout.positions} />;
}

/** A line that was let go over empty ground, or a place that was asked for: what is added comes there. */
type Adding = { at: Position; screen: Position; behind: Exit | null };

type CanvasProps = Omit<ReturnType<typeof useFlowLayout>, 'positions'> & { positions: Positions };

function Canvas({ positions, known, move, tidy }: CanvasProps) {
  const t = useTexts('flow');
  const editing = useFlowEditing();
  const { flow, section, functions, faults, mayShape, selected, choose, changeFlow, add, remove, way } = editing;
  const { screenToFlowPosition, getViewport, setCenter } = useReactFlow();
  const ground = useRef<HTMLDivElement>(null);
  const [nodes, setNodes] = useState<CanvasNodeType[]>([]);
  const [lines, setLines] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState<Adding | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a node shows depends on these alone
  useEffect(() => {
    setNodes((old) => {
      const known = new Map(old.map((node) => [node.id, node]));
      return section.nodes.map((node): CanvasNodeType => {
        const before = known.get(node.id);
        const data = {
          node,
          title: titleOf(node),
          excerpt: excerptOf(node, editing),
          faults: faults.filter(({ nodeId }) => nodeId === node.id).length,
          mayShape,
          isLit: way.some(({ nodeId }) => nodeId === node.id),
        };
        return {
          ...before,
          id: node.id,
          type: 'node',
          position: positions[node.id]!,
          selected: selected.includes(node.id),
          deletable: node.kind !== 'start',
          data: before && isSameData(before.data, data) ? before.data : data,
        };
      });
    });
  }, [section, positions, faults, selected, flow, functions, editing.greeting, editing.systemPrompt, mayShape, way]);
  const [chosenId] = selected.length === 1 ? selected : [];
  // What is chosen in a list, or was added out of sight, is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is chosen
  useEffect(() => {
    const at = chosenId === undefined ? undefined : positions[chosenId];
    const box = ground.current?.getBoundingClientRect();
    if (!at || !box) return;
    const { x, y, zoom } = getViewport();
    const [left, top] = [at.x * zoom + x, at.y * zoom + y];
    const isSeen = left > 0 && top > 0 && left + NODE_WIDTH * zoom < box.width && top + 60 * zoom < box.height;
    if (!isSeen) void setCenter(at.x + NODE_WIDTH / 2, at.y + 60, { zoom, duration: 200 });
  }, [chosenId, chosenId !== undefined && positions[chosenId] !== undefined]);
  const edges = useMemo((): Edge[] => {
    const called = (id: string) => {
      const node = section.nodes.find((one) => one.id === id);
      return node ? titleOf(node) : id;
    };
    return section.edges.map(({ from, port, to }) => {
      const id = `${from} ${port}`;
      const isLit = way.some(({ nodeId }, index) => nodeId === from && way[index + 1]?.nodeId === to);
      const ariaLabel = t('a11y.line', { from: called(from), to: called(to) });
      const ends = { source: from, sourceHandle: port, target: to };
      return { id, ...ends, ariaLabel, selected: lines.has(id), animated: isLit };
    });
  }, [section, lines, way, t]);
  const onNodesChange = (changes: NodeChange<CanvasNodeType>[]) => {
    setNodes((old) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== 'select'),
        old,
      ),
    );
    const chosen = new Set(selected);
    for (const change of changes) {
      if (change.type !== 'select') continue;
      if (change.selected) chosen.add(change.id);
      else chosen.delete(change.id);
    }
    if (changes.some(({ type }) => type === 'select')) choose([...chosen]);
    // Keys move a node without a drag.
    const moved: Positions = {};
    for (const change of changes)
      if (change.type === 'position' && change.position && !change.dragging) moved[change.id] = change.position;
    if (Object.keys(moved).length > 0) move(rounded({ ...positions, ...moved }));
  };
  const onConnectEnd: OnConnectEnd = (event, state) => {
    if (state.isValid || !state.fromHandle || state.fromHandle.type !== 'source' || state.toNode || !mayShape) return;
    const point = 'changedTouches' in event ? event.changedTouches[0]! : event;
    const screen = { x: point.clientX, y: point.clientY };
    const behind = { from: state.fromHandle.nodeId, port: state.fromHandle.id ?? 'next' };
    setAdding({ at: screenToFlowPosition(screen), screen, behind });
  };
  const copy = (event: ClipboardEvent, isCut: boolean) => {
    const copied = isWriting(event.target) ? null : copyNodes(flow, section.id, selected);
    if (!copied) return;
    event.clipboardData.setData('text/plain', JSON.stringify(copied));
    event.preventDefault();
    if (isCut && mayShape) remove(selected);
  };
  const paste = (event: ClipboardEvent) => {
    const copied = mayShape && !isWriting(event.target) ? readCopied(event.clipboardData.getData('text/plain')) : null;
    if (!copied) return;
    event.preventDefault();
    const pasted = pasteNodes(flow, section.id, copied);
    // Beside where they were copied from, where that is known.
    const at: Positions = {};
    for (const [old, fresh] of pasted.ids) {
      const from = positions[old] ?? known[old];
      if (from) at[fresh] = { x: from.x + 40, y: from.y + 40 };
    }
    move(at);
    changeFlow('', () => pasted.flow);
    choose(pasted.nodes.map(({ id }) => id));
  };
  return (
    <div
      ref={ground}
      className={styles.canvas}
      // Lines and places run from left to right in every language.
      dir="ltr"
      onCopy={(event) => copy(event, false)}
      onCut={(event) => copy(event, true)}
      onPaste={paste}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={(changes) =>
          setLines((old) => {
            const now = new Set(old);
            for (const change of changes) {
              if (change.type !== 'select') continue;
              if (change.selected) now.add(change.id);
              else now.delete(change.id);
            }
            return now;
          })
        }
        // One change, taken back at once: the lines of a node go with it.
        onBeforeDelete={async ({ nodes: gone }) => {
          const ids = gone.map(({ id }) => id);
          changeFlow('', (now) =>
            removeNodes(
              [...lines].reduce((flow, id) => connect(flow, section.id, exitOf(id), null), now),
              section.id,
              ids,
            ),
          );
          choose([]);
          setLines(new Set());
          return false;
        }}
        onConnect={({ source, sourceHandle, target }: Connection) =>
          changeFlow('', (now) => connect(now, section.id, { from: source, port: sourceHandle ?? 'next' }, target))
        }
        onConnectEnd={onConnectEnd}
        isValidConnection={({ target }) => section.nodes.find(({ id }) => id === target)?.kind !== 'start'}
        onInit={(instance) => showBegin(instance, section, positions)}
        nodesDraggable={mayShape}
        nodesConnectable={mayShape}
        deleteKeyCode={mayShape ? DELETE_KEYS : null}
        nodeDragThreshold={4}
        minZoom={0.2}
        maxZoom={1.5}
        proOptions={PRO}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('a11y.node'),
          'node.a11yDescription.keyboardDisabled': t('a11y.node'),
          'node.a11yDescription.ariaLiveMessage': () => t('a11y.moved'),
          'edge.a11yDescription.default': t('a11y.edge'),
        }}
      >
        <Background gap={20} size={1} />
        <CanvasControls onTidy={tidy} />
      </ReactFlow>
      {adding && (
        <AddMenu
          at={adding.screen}
          onClose={() => setAdding(null)}
          onAdd={(kind) => {
            const id = add(kind, adding.behind ?? undefined);
            move({ [id]: { x: Math.round(adding.at.x), y: Math.round(adding.at.y - 24) } });
            setAdding(null);
          }}
        />
      )}
    </div>
  );
}

const READABLE_ZOOM = 0.7;

/** All of it, where it can be read so; else where it begins. */
function showBegin(instance: ReactFlowInstance<CanvasNodeType>, { nodes }: FlowSection, positions: Positions) {
  const start = nodes.find(({ kind }) => kind === 'start');
  const at = start && positions[start.id];
  void instance.fitView({ padding: 0.12, maxZoom: 1, minZoom: READABLE_ZOOM }).then(() => {
    const { x, zoom } = instance.getViewport();
    if (at && at.x * zoom + x < 0) void instance.setCenter(at.x + 380 / zoom, at.y, { zoom });
  });
}

const DELETE_KEYS = ['Delete', 'Backspace'];

const exitOf = (id: string): Exit => {
  const [from, port] = id.split(' ') as [string, string];
  return { from, port };
};

const rounded = (positions: Positions): Positions =>
  Object.fromEntries(Object.entries(positions).map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]));

const isWriting = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;

const isSameData = (one: CanvasNodeType['data'], other: CanvasNodeType['data']) =>
  one.node === other.node &&
  one.title === other.title &&
  one.excerpt === other.excerpt &&
  one.faults === other.faults &&
  one.isLit === other.isLit &&
  one.mayShape === other.mayShape;
