import type { FlowNodeKind } from '@antiphon/contract/flow-parts';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { ADDED_KINDS, ICONS } from './node-kinds.ts';
import type { Position } from './place-nodes.ts';

interface AddMenuProps {
  onAdd: (kind: FlowNodeKind) => void;
  /** What opens it; without, it stands open at a place of the screen. */
  target?: ReactNode;
  at?: Position;
  onClose?: () => void;
}

/** Every kind of node, with what it is for. */
export function AddMenu({ onAdd, target, at, onClose }: AddMenuProps) {
  const t = useTexts('flow');
  return (
    <Menu
      position="bottom-start"
      width={300}
      {...(at ? { opened: true } : {})}
      {...(onClose ? { onClose } : {})}
      withinPortal
      returnFocus
    >
      <Menu.Target>{target ?? <span className={styles.dropPoint} style={{ left: at?.x, top: at?.y }} />}</Menu.Target>
      <Menu.Dropdown className={styles.addMenu} dir={document.dir}>
        {ADDED_KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => onAdd(kind)}
            >
              {t(`kinds.${kind}`)}
              <span className={styles.addHint}>{t(`hints.${kind}`)}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
