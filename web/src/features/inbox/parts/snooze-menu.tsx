import { Button, Menu, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { ClockField } from '../../../ui/fields/clock-field.tsx';
import { formatMoment } from '../../../ui/format/format.ts';
import styles from './inbox.module.css';
import own from './snooze-menu.module.css';
import { snoozeTimes, toLocalInput } from './snooze-times.ts';

interface SnoozeMenuProps {
  isLoading: boolean;
  onSnooze: (until: Date) => void;
}

/** Times at hand, or one of one's own. */
export function SnoozeMenu({ isLoading, onSnooze }: SnoozeMenuProps) {
  const t = useTexts('inbox');
  const [now, setNow] = useState(() => new Date());
  const [day, setDay] = useState('');
  const [time, setTime] = useState('09:00');
  const chosen = day === '' || time === '' ? null : new Date(`${day}T${time}`);
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
        <div className={own.ownTime}>
          <div className={own.ownMoment}>
            <TextInput
              type="date"
              label={t('snooze.own')}
              min={toLocalInput(now).slice(0, 'yyyy-mm-dd'.length)}
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <ClockField aria-label={t('snooze.time')} value={time} onChange={setTime} />
          </div>
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
