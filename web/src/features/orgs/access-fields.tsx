import { type ClientPage, isOffered, orderPages } from '@antiphon/contract/client-pages';
import { ActionIcon, Collapse, Switch, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import styles from './access-fields.module.css';

interface AccessFieldsProps {
  label: string;
  canAccess: ClientPage[];
  order: ClientPage[];
  onChange: (canAccess: ClientPage[], order: ClientPage[]) => void;
}

/** Which pages, and in which order. Pages that are to come keep their stored value and their place, and are not shown. */
export function AccessFields({ label, canAccess, order, onChange }: AccessFieldsProps) {
  const t = useTexts('orgs');
  const [isOpen, { toggle }] = useDisclosure(false);
  const all = orderPages(order);
  const shown = all.filter(isOffered);
  const setAccess = (page: ClientPage, isAllowed: boolean) =>
    onChange(isAllowed ? [...canAccess, page] : canAccess.filter((one) => one !== page), order);
  const swap = (page: ClientPage, other: ClientPage) =>
    onChange(
      canAccess,
      all.map((one) => (one === page ? other : one === other ? page : one)),
    );
  return (
    <section>
      <UnstyledButton className={styles.head} aria-expanded={isOpen} onClick={toggle}>
        <span>{label}</span>
        <span className={styles.count}>
          {t('access.count', { count: shown.filter((page) => canAccess.includes(page)).length })}
        </span>
        <IconChevronDown size={16} stroke={1.5} aria-hidden="true" data-open={isOpen || undefined} />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <ul className={styles.pages}>
          {shown.map((page, index) => {
            const name = t(`pages.${page.slice(1) as 'home'}`);
            const [before, after] = [shown[index - 1], shown[index + 1]];
            return (
              <li key={page} className={styles.page}>
                <Switch
                  label={name}
                  checked={canAccess.includes(page)}
                  onChange={(event) => setAccess(page, event.currentTarget.checked)}
                />
                <span className={styles.arrows}>
                  <ActionIcon
                    aria-label={t('access.up', { page: name })}
                    disabled={before === undefined}
                    onClick={() => before && swap(page, before)}
                  >
                    <IconArrowUp size={16} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('access.down', { page: name })}
                    disabled={after === undefined}
                    onClick={() => after && swap(page, after)}
                  >
                    <IconArrowDown size={16} stroke={1.5} />
                  </ActionIcon>
                </span>
              </li>
            );
          })}
        </ul>
      </Collapse>
    </section>
  );
}
