import { ActionIcon } from '@mantine/core';
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { titleOf } from '../../flow-words/node-words.ts';
import { copyNodes, pasteNodes } from './copied-nodes.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { FollowList } from './follow-list.tsx';
import { NodeFields } from './node-fields.tsx';
import { ICONS } from './node-kinds.ts';
import { sayFault } from './say-fault.ts';

/** All fields of the chosen node, with what is wrong with it, and what follows it. */
export function PanelFields() {
  const t = useTexts('flow');
  const { flow, section, chosen, choose, faults, mayShape, changeFlow, remove } = useFlowEditing();
  const panel = useRef<HTMLDivElement>(null);
  // Whoever opened a node in the outline, or added it by a field of another, writes on in its fields.
  useEffect(() => {
    const opener = document.activeElement;
    if (opener === document.body || opener?.getAttribute('role') === 'treeitem')
      panel.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  if (!chosen) return null;
  const Icon = ICONS[chosen.kind];
  const close = () => {
    const { id } = chosen;
    choose([]);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role="treeitem"][data-node="${id}"]`)?.focus());
  };
  const duplicate = () => {
    const copied = copyNodes(flow, section.id, [chosen.id]);
    if (!copied) return;
    const pasted = pasteNodes(flow, section.id, copied);
    changeFlow('', () => pasted.flow);
    choose(pasted.nodes.map(({ id }) => id));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the fields
    <div
      ref={panel}
      className={styles.fields}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <div className={styles.panelHead}>
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <h2 className={styles.panelTitle} data-text="content">
          {titleOf(chosen)}
        </h2>
        {mayShape && chosen.kind !== 'start' && (
          <>
            <ActionIcon aria-label={t('duplicate')} onClick={duplicate}>
              <IconCopy size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon aria-label={t('remove')} onClick={() => remove([chosen.id])}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </>
        )}
        <ActionIcon aria-label={t('close')} onClick={close}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </div>
      <p className={styles.panelText}>{t(`hints.${chosen.kind}`)}</p>
      <NodeFaults
        messages={faults
          .filter(({ nodeId, port }) => nodeId === chosen.id && port === null)
          .map((fault) => sayFault(fault, flow))}
      />
      <NodeFields node={chosen} />
      <FollowList node={chosen} />
    </div>
  );
}

function NodeFaults({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <ul className={styles.panelFaults}>
      {[...new Set(messages)].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
