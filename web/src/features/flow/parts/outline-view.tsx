import { portsOf } from '@antiphon/contract/flow-ports';
import { IconCornerDownRight } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { excerptOf, sayPort, titleOf } from '../../flow-words/node-words.ts';
import { type OutlineRow, outlineOf } from '../../flow-words/outline.ts';
import shared from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { ICONS } from './node-kinds.ts';
import styles from './outline.module.css';

/** The same document as a tree. Arrow keys move, Enter opens a node, Delete removes it. */
export function OutlineView() {
  const t = useTexts('flow');
  const { section, selected, choose, remove, mayShape } = useFlowEditing();
  const list = useRef<HTMLDivElement>(null);
  const rows = outlineOf(section);
  const chosen = rows.findIndex(({ node, isAgain }) => node.id === selected[0] && !isAgain);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const row = rows[at];
    if (!row) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all[Math.max(0, Math.min(to, all.length - 1))]?.focus();
    else if (event.key === 'Enter' || event.key === ' ') choose([row.node.id]);
    else if (event.key === 'Delete' && mayShape && row.node.kind !== 'start') {
      remove([row.node.id]);
      requestAnimationFrame(() => items()[Math.max(0, at - 1)]?.focus());
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={list} role="tree" aria-label={t('views.outline')} className={styles.outline} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          isChosen={index === chosen}
          isTabStop={index === Math.max(0, chosen)}
          onChoose={() => choose([row.node.id])}
        />
      ))}
    </div>
  );
}

interface RowProps {
  row: OutlineRow;
  isChosen: boolean;
  isTabStop: boolean;
  onChoose: () => void;
}

function Row({ row: { node, depth, by, isAgain }, isChosen, isTabStop, onChoose }: RowProps) {
  const t = useTexts('flow');
  const editing = useFlowEditing();
  const faults = isAgain ? 0 : editing.faults.filter(({ nodeId }) => nodeId === node.id).length;
  const Icon = isAgain ? IconCornerDownRight : ICONS[node.kind];
  const excerpt = excerptOf(node, editing);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree answers to keys
    <div
      role="treeitem"
      data-node={isAgain ? undefined : node.id}
      aria-level={depth + 1}
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.row}
      style={{ '--depth': depth } as CSSProperties}
      data-again={isAgain || undefined}
      data-lit={(!isAgain && editing.way.some(({ nodeId }) => nodeId === node.id)) || undefined}
      onClick={onChoose}
    >
      {by && portsOf(by.from).length > 1 && (
        <span className={styles.rowPort} data-text="content">
          {sayPort(by.from, by.port)}
        </span>
      )}
      <span className={styles.rowMain}>
        <Icon size={16} stroke={1.5} aria-hidden="true" className={isAgain ? 'mirrored' : undefined} />
        <span className={styles.rowTitle} data-text="content">
          {titleOf(node)}
        </span>
        {isAgain ? (
          <span className={styles.rowText}>{t('again')}</span>
        ) : (
          <span className={styles.rowText} data-text="content">
            {excerpt.trim() === '' ? t(`blank.${node.kind}`) : excerpt}
          </span>
        )}
        {faults > 0 && <span className={shared.nodeFaults}>{t('faultCount', { count: faults })}</span>}
      </span>
    </div>
  );
}
