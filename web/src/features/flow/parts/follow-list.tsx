import type { FlowNode, FlowNodeKind } from '@antiphon/contract/flow-parts';
import { nodeBehind, portsOf } from '@antiphon/contract/flow-ports';
import { Select } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { excerptOf, sayPort, titleOf } from '../../flow-words/node-words.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { connect } from './flow-edits.ts';
import { ADDED_KINDS } from './node-kinds.ts';
import { sayFault } from './say-fault.ts';

const NEW = 'new ';

/** By each exit of a node what follows: a node that is there, or a new one. What lines do with the mouse, this does with keys. */
export function FollowList({ node }: { node: FlowNode }) {
  const t = useTexts('flow');
  const editing = useFlowEditing();
  const { flow, section, faults, mayShape, changeFlow, add } = editing;
  const ports = portsOf(node);
  if (ports.length === 0) return null;
  const others = section.nodes
    .filter(({ kind }) => kind !== 'start')
    .map((one) => ({
      value: one.id,
      label: shortened([titleOf(one), excerptOf(one, editing)].filter(Boolean).join(' · ')),
    }));
  return (
    <section className={styles.follow} aria-label={t('follows')}>
      <h3 className={styles.followTitle}>{t('follows')}</h3>
      {ports.map((port) => {
        const fault = faults.find((one) => one.nodeId === node.id && one.port === port);
        return (
          <Select
            key={port}
            label={sayPort(node, port)}
            searchable
            clearable
            allowDeselect={false}
            disabled={!mayShape}
            placeholder={t('nothingFollows')}
            error={fault && sayFault(fault, flow)}
            data={[
              {
                group: t('addNew'),
                items: ADDED_KINDS.map((kind) => ({ value: NEW + kind, label: t(`kinds.${kind}`) })),
              },
              { group: t('there'), items: others },
            ]}
            value={nodeBehind(section, node.id, port)?.id ?? null}
            onChange={(value) => {
              const exit = { from: node.id, port };
              if (value?.startsWith(NEW)) add(value.slice(NEW.length) as FlowNodeKind, exit);
              else changeFlow('', (now) => connect(now, section.id, exit, value));
            }}
          />
        );
      })}
    </section>
  );
}

const SHOWN_CHARS = 60;
const shortened = (text: string) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text);
