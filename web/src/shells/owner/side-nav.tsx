import { Button, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useInboxCounts } from '../../features/inbox/use-inbox-counts.ts';
import { RegionAccounts } from '../../features/regions/region-accounts.tsx';
import { useSignals } from '../../features/signals/use-signals.ts';
import { useMay } from '../../features/workspaces/use-workspace.ts';
import { useTexts } from '../../texts/texts.ts';
import { PricingWidget, TrialCard } from './nav-cards.tsx';
import { navigation, type Place, places } from './places.ts';
import styles from './side-nav.module.css';

const COUNT_MAX = 99;

interface SideNavProps {
  isCollapsed: boolean;
  /** Missing on the phone, where the navigation lies over the page. */
  onToggle?: () => void;
  onNavigate?: () => void;
}

export function SideNav({ isCollapsed, onToggle, onNavigate }: SideNavProps) {
  const t = useTexts('shell');
  return (
    <nav className={styles.nav} data-collapsed={isCollapsed || undefined} aria-label={t('main')}>
      <NewAgent isCollapsed={isCollapsed} onNavigate={onNavigate} />
      <ul className={styles.places}>
        {navigation.map((entry) =>
          entry === 'inbox' ? (
            <InboxLink key={entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
          ) : typeof entry === 'string' ? (
            <PlaceLink key={entry} name={entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
          ) : (
            <Group key={entry.group} {...entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
          ),
        )}
      </ul>
      <div className={styles.foot}>
        {!isCollapsed && (
          <>
            <RegionAccounts />
            <TrialCard />
            <PricingWidget />
          </>
        )}
        {onToggle !== undefined && <Toggle isCollapsed={isCollapsed} onToggle={onToggle} />}
      </div>
    </nav>
  );
}

type EntryProps = Pick<SideNavProps, 'isCollapsed' | 'onNavigate'>;

function NewAgent({ isCollapsed, onNavigate }: EntryProps) {
  const t = useTexts('shell');
  if (!useMay('agents.write')) return null;
  return (
    <Tooltip label={t('newAgent')} position="right" disabled={!isCollapsed}>
      <Button
        className={styles.create}
        fullWidth
        variant="default"
        px={isCollapsed ? 0 : undefined}
        leftSection={isCollapsed ? undefined : <IconPlus size={16} stroke={2} aria-hidden="true" />}
        aria-label={t('newAgent')}
        renderRoot={(props) => (
          <Link
            to="/app/$region/agents/new"
            params={{ region: currentRegion() }}
            search={{}}
            onClick={onNavigate}
            {...props}
          />
        )}
      >
        {isCollapsed ? <IconPlus size={18} stroke={2} aria-hidden="true" /> : t('newAgent')}
      </Button>
    </Tooltip>
  );
}

/** For whoever answers visitors, with how many want one. */
function InboxLink(props: EntryProps) {
  const counts = useInboxCounts(useSignals);
  const mayReply = useMay('conversations.reply');
  return mayReply && <PlaceLink name="inbox" count={counts?.open ?? 0} {...props} />;
}

function PlaceLink({ name, count = 0, isCollapsed, onNavigate }: EntryProps & { name: Place['name']; count?: number }) {
  const t = useTexts('shell');
  const { to, Icon } = places.find((place) => place.name === name) as Place;
  return (
    <li>
      <Tooltip label={t(`places.${name}`)} position="right" disabled={!isCollapsed}>
        <Link
          to={to}
          params={{ region: currentRegion() }}
          search={{}}
          className={styles.place}
          activeOptions={{ includeSearch: false }}
          onClick={onNavigate}
        >
          <Icon size={18} stroke={1.5} aria-hidden="true" />
          <span className={styles.label}>{t(`places.${name}`)}</span>
          {count > 0 && (
            <span className={styles.count} role="img" aria-label={t('inboxOpen', { count })}>
              {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
            </span>
          )}
        </Link>
      </Tooltip>
    </li>
  );
}

interface GroupProps extends EntryProps {
  group: 'integrations' | 'utilities' | 'whitelabel';
  places: Place['name'][];
}

/** Closed at first; what was opened stays so in this browser. The narrow navigation shows the entries without their heading. */
function Group({ group, places: names, isCollapsed, onNavigate }: GroupProps) {
  const t = useTexts('shell');
  const { pathname } = useLocation();
  const [opened, setOpened] = useLocalStorage<string[]>({
    key: 'navigation-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const isOpen = opened.includes(group);
  const links = names.map((name) => (
    <PlaceLink key={name} name={name} isCollapsed={isCollapsed} onNavigate={onNavigate} />
  ));
  if (isCollapsed) return links;
  const holdsCurrent = places.some(
    ({ name, to }) => names.includes(name) && pathname.startsWith(to.replace('$region', currentRegion())),
  );
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        data-current={(holdsCurrent && !isOpen) || undefined}
        onClick={() => setOpened(isOpen ? opened.filter((one) => one !== group) : [...opened, group])}
      >
        <span className={styles.label}>{t(`groups.${group}`)}</span>
        <IconChevronDown size={14} stroke={1.5} aria-hidden="true" className={styles.chevron} />
      </button>
      {isOpen && <ul className={styles.members}>{links}</ul>}
    </li>
  );
}

function Toggle({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const t = useTexts('shell');
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <button
      type="button"
      className={styles.toggle}
      onClick={onToggle}
      aria-expanded={!isCollapsed}
      aria-label={t(isCollapsed ? 'expand' : 'collapse')}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" className="mirrored" />
    </button>
  );
}
