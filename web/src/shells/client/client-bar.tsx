import type { Brand } from '@antiphon/contract/agency-themes';
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { initialsOf } from '../../ui/format/initials.ts';
import styles from './client-layout.module.css';

interface ClientBarProps {
  brand: Brand;
  start?: ReactNode;
  end?: ReactNode;
}

/** `end` brings its own switch for the dark. */
export function ClientBar({ brand, start, end }: ClientBarProps) {
  return (
    <header className={styles.bar} data-busy={start === undefined ? undefined : true}>
      <Logo brand={brand} />
      {start}
      <div className={styles.end}>{end ?? <SchemeSwitch className={styles.switch} />}</div>
    </header>
  );
}

/** The brand's sign; where the agency shows who made the software, it leads there and says so. */
function Logo({ brand }: { brand: Brand }) {
  const t = useTexts('client-shell');
  const { poweredBy } = brand;
  if (!poweredBy?.url)
    return (
      <a className={styles.logo} href="/">
        <Sign brand={brand} />
      </a>
    );
  return (
    <Tooltip label={t('poweredBy', { name: poweredBy.name })}>
      <a className={styles.logo} href={poweredBy.url} target="_blank" rel="noreferrer">
        <Sign brand={brand} />
      </a>
    </Tooltip>
  );
}

function Sign({ brand }: { brand: Brand }) {
  return (
    <>
      <BrandSign brand={brand} />
      <bdi className={styles.name}>{brand.name}</bdi>
    </>
  );
}

/** The brand's photo, of each scheme its own; else its initials. */
export function BrandSign({ brand }: { brand: Brand }) {
  const { name, squarePhotoURL, darkModeSquarePhotourl } = brand;
  const light = squarePhotoURL || darkModeSquarePhotourl;
  const dark = darkModeSquarePhotourl || squarePhotoURL;
  return light === '' ? (
    <span className={`${styles.photo} ${styles.letter}`} aria-hidden="true" data-text="content">
      {initialsOf(name)}
    </span>
  ) : (
    <>
      <img className={`${styles.photo} ${styles.forLight}`} src={light} alt="" />
      <img className={`${styles.photo} ${styles.forDark}`} src={dark} alt="" />
    </>
  );
}

export function SchemeSwitch({ className }: { className?: string | undefined }) {
  const t = useTexts('client-shell');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      {...(className ? { className } : {})}
      size={36}
      aria-label={t('dark')}
      aria-pressed={isDark}
      title={t('dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} stroke={1.5} /> : <IconMoon size={18} stroke={1.5} />}
    </ActionIcon>
  );
}
