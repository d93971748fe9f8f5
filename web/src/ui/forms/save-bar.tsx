import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { useCommands } from '../page/commands.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './save-bar.module.css';

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Paths that begin so show the same form: going to one of them is not leaving. */
  within?: string;
  /** Where nothing of the form stands: keys save and leaving asks, without the bar. */
  isHidden?: boolean;
}

/** The one bar for unsaved changes: Save, Discard, Ctrl/Cmd+S; leaving with changes asks. */
export function SaveBar({ isDirty, isSaving, onSave, onDiscard, within, isHidden = false }: SaveBarProps) {
  const t = useTexts('ui');
  const saveByKeys = () => void (isDirty && !isSaving && onSave());
  // Bound without changes too: the browser's own answer to these keys saves the page as a file.
  useCommands([{ id: 'save', label: t('save'), group: 'page', keys: 'mod+s', run: saveByKeys, isKeysOnly: !isDirty }]);
  const blocker = useBlocker({
    // Tabs and drawers are in the address too: only another path is leaving.
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !(within !== undefined && next.pathname.startsWith(within)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <>
      {!isHidden && (
        <section className={styles.bar} data-save-bar data-dirty={isDirty || undefined} aria-label={t('changes')}>
          <span className={styles.words} role="status">
            {isDirty ? t('unsaved') : t('allSaved')}
          </span>
          <Button variant="default" onClick={onDiscard} disabled={!isDirty || isSaving}>
            {t('discard')}
          </Button>
          <Button onClick={onSave} disabled={!isDirty} loading={isSaving} aria-keyshortcuts="Control+S Meta+S">
            {t('save')}
          </Button>
        </section>
      )}
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        onConfirm={() => blocker.proceed?.()}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </>
  );
}
