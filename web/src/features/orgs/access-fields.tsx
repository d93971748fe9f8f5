import { type ClientPath, isClientPage, nameOfPage, orderPages } from '@antiphon/contract/client-pages';
import { ActionIcon, Collapse, Switch, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './access-fields.module.css';

interface AccessFieldsProps {
  label: string;
  canAccess: ClientPath[];
  order: ClientPath[];
  onChange: (canAccess: ClientPath[], order: ClientPath[]) => void;
}

/** Which pages and custom tabs, and in which order. */
export function AccessFields({ label, canAccess, order, onChange }: AccessFieldsProps) {
  const t = useTexts('orgs');
  const [isOpen, { toggle }] = useDisclosure(false);
  const { uid } = useWorkspace();
  const tabs = useQuery(query.agencyTabs.list.queryOptions({ input: { uid } })).data?.items ?? [];
  const shown = orderPages(
    order,
    tabs.map(({ href }) => href as ClientPath),
  );
  const tabOf = (path: ClientPath) => tabs.find(({ href }) => href === path);
  const isAllowed = (path: ClientPath) => canAccess.includes(path) || (tabOf(path)?.alwaysVisible ?? false);
  const setAccess = (page: ClientPath, isGiven: boolean) =>
    onChange(isGiven ? [...canAccess, page] : canAccess.filter((one) => one !== page), order);
  const swap = (page: ClientPath, other: ClientPath) =>
    onChange(
      canAccess,
      shown.map((one) => (one === page ? other : one === other ? page : one)),
    );
  return (
    <section>
      <UnstyledButton className={styles.head} aria-expanded={isOpen} onClick={toggle}>
        <span>{label}</span>
        <span className={styles.count}>{t('access.count', { count: shown.filter(isAllowed).length })}</span>
        <IconChevronDown size={16} stroke={1.5} aria-hidden="true" data-open={isOpen || undefined} />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <ul className={styles.pages}>
          {shown.map((page, index) => {
            const tab = tabOf(page);
            const name = isClientPage(page) ? t(`pages.${nameOfPage(page)}`) : (tab?.label ?? page);
            const [before, after] = [shown[index - 1], shown[index + 1]];
            return (
              <li key={page} className={styles.page}>
                <Switch
                  label={name}
                  checked={isAllowed(page)}
                  disabled={tab?.alwaysVisible ?? false}
                  description={tab?.alwaysVisible ? t('access.always') : undefined}
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
