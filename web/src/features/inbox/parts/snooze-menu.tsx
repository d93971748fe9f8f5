import { Button, Menu, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoment } from '../../../ui/format/format.ts';
import styles from './inbox.module.css';
import { snoozeTimes, toLocalInput } from './snooze-times.ts';

interface SnoozeMenuProps {
  isLoading: boolean;
  onSnooze: (until: Date) => void;
}

/** Times at hand, or one of one's own. */
export function SnoozeMenu({ isLoading, onSnooze }: SnoozeMenuProps) {
  const t = useTexts('inbox');
  const [now, setNow] = useState(() => new Date());
  const [own, setOwn] = useState('');
  const chosen = own === '' ? null : new Date(own);
  return (
    <Menu position="bottom-end" withinPortal onOpen={() => setNow(new Date())}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          className={styles.chatAction}
          loading={isLoading}
          leftSection={<IconClock size={14} stroke={1.5} aria-hidden="true" />}
        >
          {t('snooze.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {snoozeTimes(now).map(({ name, at }) => (
          <Menu.Item
            key={name}
            onClick={() => onSnooze(at)}
            rightSection={<span className={styles.faint}>{formatMoment(at)}</span>}
          >
            {t(`snooze.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <div className={styles.ownTime}>
          <TextInput
            type="datetime-local"
            label={t('snooze.own')}
            min={toLocalInput(now)}
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
          <Button
            size="xs"
            disabled={chosen === null || Number.isNaN(chosen.getTime()) || chosen <= now}
            onClick={() => chosen && onSnooze(chosen)}
          >
            {t('snooze.action')}
          </Button>
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
