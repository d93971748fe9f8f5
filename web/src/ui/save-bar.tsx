import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './save-bar.module.css';

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Paths that begin so show the same form: going to one of them is not leaving. */
  within?: string;
}

/** The one bar for unsaved changes: Save, Discard, Ctrl/Cmd+S; leaving with changes asks. */
export function SaveBar({ isDirty, isSaving, onSave, onDiscard, within }: SaveBarProps) {
  useHotkeys([['mod+S', () => isDirty && !isSaving && onSave()]], []);
  const blocker = useBlocker({
    // Tabs and drawers are in the address too: only another path is leaving.
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !(within !== undefined && next.pathname.startsWith(within)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <>
      <section className={styles.bar} data-save-bar data-dirty={isDirty || undefined} aria-label="Changes">
        <span className={styles.words} role="status">
          {isDirty ? 'There are unsaved changes' : 'All changes saved'}
        </span>
        <Button variant="default" onClick={onDiscard} disabled={!isDirty || isSaving}>
          Discard
        </Button>
        <Button onClick={onSave} disabled={!isDirty} loading={isSaving} aria-keyshortcuts="Control+S Meta+S">
          Save
        </Button>
      </section>
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Leave without saving?"
        confirmLabel="Leave without saving"
        onConfirm={() => blocker.proceed?.()}
      >
        There are unsaved changes on this page. They are lost when you leave.
      </ConfirmDialog>
    </>
  );
}
