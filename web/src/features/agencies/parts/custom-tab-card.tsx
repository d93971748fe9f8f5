import { ActionIcon, Button } from '@mantine/core';
import { IconAppWindow, IconArrowDown, IconArrowUp, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import type { AgencyForm } from './agency-values.ts';
import { CustomTabFields } from './custom-tab-fields.tsx';
import styles from './custom-tabs.module.css';

interface CustomTabCardProps {
  form: AgencyForm;
  index: number;
  count: number;
  canEdit: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  preview: ReactNode;
}

/** One tab: collapsed, or being edited. */
export function CustomTabCard(props: CustomTabCardProps) {
  const { form, index, count, canEdit, isOpen, onOpen, onMove, onRemove, preview } = props;
  const t = useTexts('agency-tabs');
  const tab = form.values.customTabs[index];
  if (!tab) return null;
  const name = tab.label.trim() || t('untitled');
  const icon = { size: 16, stroke: 1.5 } as const;
  return (
    <li className={styles.tab} data-tab={tab.ID}>
      <div className={styles.head}>
        <span className={styles.face}>
          {tab.iconUrl === '' ? (
            <IconAppWindow size={20} stroke={1.5} aria-hidden="true" />
          ) : (
            <img src={tab.iconUrl} alt="" width={20} height={20} />
          )}
        </span>
        <div className={styles.names}>
          <p className={styles.name} data-text={tab.label === '' ? undefined : 'content'} dir="auto" title={name}>
            {name}
          </p>
          <p className={styles.where}>
            <bdi data-text="content">{tab.href}</bdi>
            <span>{t(`types.${tab.pageType}`)}</span>
            <span>{t(tab.alwaysVisible ? 'always' : 'byAccess')}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {canEdit && (
            <>
              <ActionIcon data-move aria-label={t('up', { name })} disabled={index === 0} onClick={() => onMove(-1)}>
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                data-move
                aria-label={t('down', { name })}
                disabled={index === count - 1}
                onClick={() => onMove(1)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
            </>
          )}
          <ActionIcon
            aria-label={t(canEdit ? 'edit' : 'show', { name })}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {canEdit ? <IconPencil {...icon} /> : <IconEye {...icon} />}
          </ActionIcon>
          {canEdit && (
            <ActionIcon aria-label={t('delete', { name })} onClick={onRemove}>
              <IconTrash {...icon} />
            </ActionIcon>
          )}
        </div>
      </div>
      {isOpen && (
        <div className={styles.fields}>
          <fieldset className={styles.fieldset} disabled={!canEdit}>
            <CustomTabFields form={form} index={index} tab={tab} canEdit={canEdit} />
          </fieldset>
          <div className={styles.foot}>
            {preview}
            <Button variant="default" size="compact-sm" onClick={() => onOpen(false)}>
              {t('done')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
