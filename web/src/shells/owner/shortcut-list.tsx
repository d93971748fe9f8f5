import { Modal } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { type Command, listCommands } from '../../ui/page/commands.ts';
import { KeyCaps } from '../../ui/page/key-caps.tsx';
import styles from './shortcut-list.module.css';

const groups: Command['group'][] = ['general', 'go', 'page'];

interface ShortcutListProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Every key that answers on this page now. */
export function ShortcutList({ isOpen, onClose }: ShortcutListProps) {
  const t = useTexts('shell');
  const close = useTexts('ui')('close');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('shortcuts.title')}
      size={480}
      zIndex={500}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      // Escape closes this list alone, not the drawer under it.
      closeButtonProps={{ 'aria-label': close, 'data-mantine-stop-propagation': true } as object}
    >
      {isOpen && <Groups />}
    </Modal>
  );
}

function Groups() {
  const t = useTexts('shell');
  const bound = listCommands().filter(({ keys }) => keys !== undefined);
  return groups
    .map((group) => ({ group, commands: bound.filter((command) => command.group === group) }))
    .filter(({ commands }) => commands.length > 0)
    .map(({ group, commands }) => (
      <section key={group} className={styles.group}>
        <h3 className={styles.title}>{t(`shortcuts.${group}`)}</h3>
        <dl className={styles.keys}>
          {commands.map(({ id, label, keys = '' }) => (
            <div key={id} className={styles.row}>
              <dt>{label}</dt>
              <dd className={styles.caps}>
                <KeyCaps keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ));
}
