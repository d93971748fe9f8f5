import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { Checkbox } from '@mantine/core';
import type { Key } from '../../../texts/keys.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../use-workspace.ts';
import styles from './workspaces.module.css';

interface PermissionFieldsProps {
  label: string;
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
}

type Words = Key<'workspaces'> & `permissions.${string}`;
/** `agents.write` reads `permissions.agentsWrite` in the texts. */
const wordsOf = (permission: Permission) => {
  const [noun = '', verb = ''] = permission.split('.');
  return `permissions.${noun}${verb.charAt(0).toUpperCase()}${verb.slice(1)}` as Words;
};

/** Each permission with its sentence. What the person does not have themselves, they can neither give nor take. */
export function PermissionFields({ label, value, onChange }: PermissionFieldsProps) {
  const t = useTexts('workspaces');
  const { permissions: own } = useWorkspace();
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={(next) => onChange(next as Permission[])}>
      <div className={styles.permissions}>
        {PERMISSIONS.map((permission) => {
          const isMine = own.includes(permission);
          const hint = t(`${wordsOf(permission)}Hint` as Words);
          return (
            <Checkbox
              key={permission}
              value={permission}
              label={t(wordsOf(permission))}
              description={isMine ? hint : `${hint} ${t('permissionNotYours')}`}
              disabled={!isMine}
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
}
