import { type FlowFault, findFlowFaults } from '@antiphon/contract/flow-check';
import { type FlowFaultName, readFlowFault } from '@antiphon/contract/flow-faults';
import type { FlowSection } from '@antiphon/contract/flow-parts';
import { nodeBehind, portsOf } from '@antiphon/contract/flow-ports';
import { useDebouncedValue, useElementSize, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useTestedWay } from '../playground/use-tested-way.ts';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import styles from './parts/flow.module.css';
import { type FlowEditing, FlowEditingContext } from './parts/flow-editing.ts';
import { addNode, changeNode, type Exit, removeNodes } from './parts/flow-edits.ts';
import { FlowToolbar } from './parts/flow-toolbar.tsx';
import { NodePanel } from './parts/node-panel.tsx';
import { OutlineView } from './parts/outline-view.tsx';
import { RecoveryNotice } from './parts/recovery-notice.tsx';
import { useFlowDocument } from './parts/use-flow-document.ts';
import { useNamedFunctions } from './parts/use-named-functions.ts';

const CanvasView = lazy(async () => ({ default: (await import('./parts/canvas-view.tsx')).CanvasView }));

/** So long nothing is changed before the whole is judged. */
const SETTLED_MS = 300;
const here = '/app/$region/agents/$agentId/$tab';

/**
 * How conversations with an agent go: drawn, or as an outline. Both show the same document, and the prompt is the text of its main step.
 * `isTextAlone`: what is said can be changed, and nothing else.
 */
export function FlowTab({ isTextAlone = false }: { isTextAlone?: boolean }) {
  useTexts('flow');
  useTexts('flow-faults');
  const { mayWrite } = useWorkingCopy();
  const { view } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const shown = view === 'outline' || (view !== 'canvas' && isNarrow) ? 'outline' : 'canvas';
  return (
    <FlowEditor
      mayWrite={mayWrite}
      mayShape={mayWrite && !isTextAlone}
      isTextAlone={isTextAlone}
      view={shown}
      onView={(wanted) => void navigate({ search: (old) => ({ ...old, view: wanted }), replace: true })}
    />
  );
}

interface FlowEditorProps {
  mayWrite: boolean;
  mayShape: boolean;
  isTextAlone: boolean;
  view: 'canvas' | 'outline';
  onView: (view: 'canvas' | 'outline') => void;
}

function FlowEditor({ mayWrite, mayShape, isTextAlone, view, onView }: FlowEditorProps) {
  const { agent } = useWorkingCopy();
  const document = useFlowDocument();
  const { flow, greeting, systemPrompt, change } = document;
  const room = useElementSize();
  const functions = useNamedFunctions(!isTextAlone);
  const way = useTestedWay(isTextAlone ? '' : agent.ID);
  const [openId, setOpenId] = useState(flow.sections[0]?.id ?? '');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const section = flow.sections.find(({ id }) => id === openId) ?? flow.sections[0]!;
  const [settled] = useDebouncedValue(flow, SETTLED_MS);
  const faults = useMemo(() => {
    const found = findFlowFaults(settled, functions);
    return isTextAlone ? found.filter(isOfText) : found;
  }, [settled, functions, isTextAlone]);
  const changeFlow: FlowEditing['changeFlow'] = (of, make) => change(of, (now) => ({ ...now, flow: make(now.flow) }));
  const editing: FlowEditing = {
    ...{
      way,
      flow,
      greeting,
      systemPrompt,
      section,
      functions,
      faults,
      mayWrite,
      mayShape,
      selected,
      change,
      changeFlow,
    },
    openSection: (id) => {
      setOpenId(id);
      setSelected([]);
    },
    chosen: (selected.length === 1 && section.nodes.find(({ id }) => id === selected[0])) || null,
    choose: setSelected,
    changeNode: (node, field) => changeFlow(`${node.id} ${field}`, (now) => changeNode(now, section.id, node)),
    add: (kind, behind) => {
      const added = addNode(flow, section.id, kind, behind ?? openExitOf(section, selected));
      changeFlow('', () => added.flow);
      setSelected([added.node.id]);
      return added.node.id;
    },
    remove: (ids) => {
      changeFlow('', (now) => removeNodes(now, section.id, ids));
      setSelected([]);
    },
  };
  return (
    <FlowEditingContext value={editing}>
      <div ref={room.ref} className={styles.editor}>
        <RecoveryNotice />
        <FlowToolbar {...document} view={view} onView={onView} />
        <div className={styles.workplace} data-narrow={isNarrow(room.width) || undefined}>
          <div className={styles.stage} data-view={view}>
            {view === 'outline' ? (
              <OutlineView />
            ) : (
              <Suspense fallback={<FormSkeleton />}>
                <CanvasView />
              </Suspense>
            )}
          </div>
          <NodePanel isOverlay={isNarrow(room.width)} />
        </div>
      </div>
    </FlowEditingContext>
  );
}

/** Behind the chosen node, where one of its exits leads nowhere yet. */
function openExitOf(section: FlowSection, [id, further]: readonly string[]): Exit | undefined {
  const node = further === undefined ? section.nodes.find((one) => one.id === id) : undefined;
  const port = node && portsOf(node).find((one) => !nodeBehind(section, node.id, one));
  return node && port !== undefined ? { from: node.id, port } : undefined;
}

/** Beside the test chat there is room for both, on a phone there is not. */
const isNarrow = (width: number) => width > 0 && width < 640;

const OF_TEXT: readonly string[] = [
  'nameMissing',
  'textMissing',
  'questionMissing',
  'undeclared',
] satisfies FlowFaultName[];
/** What whoever changes texts alone can mend. */
const isOfText = ({ message, nodeId }: FlowFault) =>
  nodeId !== null && OF_TEXT.includes(readFlowFault(message)?.key ?? '');
