import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { titleOf } from '../../flow-words/node-words.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { sayFault } from './say-fault.ts';

const SHOWN_MAX = 50;

/** What keeps the flow from being published; each leads to its node. */
export function FaultMenu() {
  const t = useTexts('flow');
  const { flow, faults, section, openSection, choose } = useFlowEditing();
  if (faults.length === 0)
    return (
      <span className={styles.whole}>
        <IconCircleCheck size={16} stroke={1.5} aria-hidden="true" /> {t('noFaults')}
      </span>
    );
  return (
    <Menu position="bottom-end" width={360} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          className={styles.faultButton}
          leftSection={<IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />}
        >
          {t('faultCount', { count: faults.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.faultMenu}>
        <Menu.Label>{t('faultsText')}</Menu.Label>
        {faults.slice(0, SHOWN_MAX).map((fault) => {
          const its = flow.sections.find(({ id }) => id === fault.sectionId);
          const node = its?.nodes.find(({ id }) => id === fault.nodeId);
          return (
            <Menu.Item
              key={`${fault.sectionId} ${fault.nodeId} ${fault.port} ${fault.message}`}
              onClick={() => {
                if (its && its.id !== section.id) openSection(its.id);
                if (node) choose([node.id]);
              }}
            >
              <span className={styles.faultPlace} data-text="content">
                {node ? titleOf(node) : (its?.name ?? t('whole'))}
              </span>
              <span className={styles.faultWords}>{sayFault(fault, flow)}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
