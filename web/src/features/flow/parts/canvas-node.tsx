import type { FlowNode } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { sayPort } from '../../flow-words/node-words.ts';
import styles from './flow.module.css';
import { ICONS } from './node-kinds.ts';

export type CanvasNodeType = Node<
  { node: FlowNode; title: string; excerpt: string; faults: number; isLit: boolean; mayShape: boolean },
  'node'
>;

/** A node as it is drawn: what it is called, what it says, and its exits with a dot each. */
export const CanvasNode = memo(function CanvasNode({ data, selected }: NodeProps<CanvasNodeType>) {
  const t = useTexts('flow');
  const { node, title, excerpt, faults, isLit, mayShape } = data;
  const Icon = ICONS[node.kind];
  const ports = portsOf(node);
  const [only] = ports;
  return (
    <div
      className={styles.node}
      data-kind={node.kind}
      data-selected={selected || undefined}
      data-lit={isLit || undefined}
      data-faulty={faults > 0 || undefined}
    >
      {node.kind !== 'start' && <Handle type="target" position={Position.Left} isConnectable={mayShape} />}
      <div className={styles.nodeHead}>
        <Icon size={16} stroke={1.5} aria-hidden="true" />
        <span className={styles.nodeTitle} data-text="content">
          {title}
        </span>
        {faults > 0 && (
          <span className={styles.nodeFaults} title={t('faultCount', { count: faults })}>
            {faults}
          </span>
        )}
      </div>
      <p className={styles.nodeText} data-text="content">
        {excerpt.trim() === '' ? <i>{t(`blank.${node.kind}`)}</i> : excerpt}
      </p>
      {ports.length === 1 && only !== undefined ? (
        <Handle id={only} type="source" position={Position.Right} isConnectable={mayShape} />
      ) : (
        ports.length > 0 && (
          <ul className={styles.ports}>
            {ports.map((port) => (
              <li key={port} className={styles.port}>
                <span data-text="content">{sayPort(node, port)}</span>
                <Handle id={port} type="source" position={Position.Right} isConnectable={mayShape} />
              </li>
            ))}
          </ul>
        )
      )}
    </div>
  );
});
