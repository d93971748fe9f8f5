import { limits } from '@antiphon/contract/limits';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { showUndo } from '../../../ui/states/toasts.tsx';
import type { AgencyForm } from './agency-values.ts';
import { CustomTabCard } from './custom-tab-card.tsx';
import styles from './custom-tabs.module.css';
import { emptyTab, swapped } from './tab-lists.ts';

interface CustomTabsProps {
  form: AgencyForm;
  canEdit: boolean;
  /** The button that opens a tab as it was saved; null for whoever may not. */
  previewOf: (href: string) => ReactNode;
}

/** The agency's own pages in its clients' dashboard, in their order. They are saved with the form. */
export function CustomTabs({ form, canEdit, previewOf }: CustomTabsProps) {
  const t = useTexts('agency-tabs');
  const list = useRef<HTMLUListElement>(null);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<{ find: () => HTMLElement | null | undefined } | null>(null);
  // Once what was changed is drawn.
  useEffect(() => wanted?.find()?.focus(), [wanted]);
  const focusNext = (find: () => HTMLElement | null | undefined) => setWanted({ find });
  const tabs = form.values.customTabs;
  const set = (next: typeof tabs) => {
    form.clearErrors();
    form.setFieldValue('customTabs', next);
  };
  const setOpen = (id: string, isOpen: boolean) =>
    setEditing((before) => new Set(isOpen ? [...before, id] : [...before].filter((one) => one !== id)));
  const add = () => {
    const tab = emptyTab();
    setOpen(tab.ID, true);
    set([...tabs, tab]);
    focusNext(() => list.current?.lastElementChild?.querySelector('input'));
  };
  const remove = (index: number) => {
    const tab = tabs[index];
    if (!tab) return;
    set(tabs.filter(({ ID }) => ID !== tab.ID));
    focusNext(() => list.current?.children[Math.min(index, tabs.length - 2)]?.querySelector('button'));
    showUndo(t('deleted', { name: tab.label || t('untitled') }), () => {
      const now = form.getValues().customTabs;
      if (!now.some(({ ID }) => ID === tab.ID)) set([...now.slice(0, index), tab, ...now.slice(index)]);
    });
  };
  /** The button that was pressed stays where the hand and the focus are: with its tab. */
  const move = (index: number, by: 1 | -1) => {
    const id = tabs[index]?.ID;
    set(swapped(tabs, index, index + by));
    focusNext(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-tab="${id}"] [data-move]`) ?? [];
      const [up, down] = buttons;
      const wanted = by === -1 ? up : down;
      return wanted?.disabled ? (by === -1 ? down : up) : wanted;
    });
  };
  const hasErrors = (index: number) => Object.keys(form.errors).some((key) => key.startsWith(`customTabs.${index}.`));
  // A card that a fault has opened stays open when it is mended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    for (const [index, tab] of tabs.entries()) if (hasErrors(index)) setOpen(tab.ID, true);
  }, [form.errors]);
  const isFull = tabs.length >= limits.agencyTabsMax;
  return (
    <FormSection title={t('title')} description={t('text')}>
      {tabs.length === 0 ? (
        <EmptyState title={t('empty')} description={canEdit ? t('emptyText') : undefined} />
      ) : (
        <ul ref={list} className={styles.tabs}>
          {tabs.map((tab, index) => (
            <CustomTabCard
              key={tab.ID}
              form={form}
              index={index}
              count={tabs.length}
              canEdit={canEdit}
              isOpen={editing.has(tab.ID) || hasErrors(index)}
              onOpen={(isOpen) => setOpen(tab.ID, isOpen)}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
              preview={previewOf(tab.href)}
            />
          ))}
        </ul>
      )}
      {canEdit && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            disabled={isFull}
            onClick={add}
          >
            {t('add')}
          </Button>
          {isFull && <p className={styles.note}>{t('limit', { count: limits.agencyTabsMax })}</p>}
        </div>
      )}
    </FormSection>
  );
}
