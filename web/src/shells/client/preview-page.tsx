import { Button, Progress, Switch, TextInput } from '@mantine/core';
import { IconChartBar, IconHome, IconMessageCircle, IconUsers } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import { useBrand } from './brand.ts';
import styles from './client-layout.module.css';
import { ClientLayout } from './client-layout.tsx';

const icon = { size: 18, stroke: 1.5 };
const places = [
  { name: 'home', icon: <IconHome {...icon} /> },
  { name: 'convos', icon: <IconMessageCircle {...icon} /> },
  { name: 'leads', icon: <IconUsers {...icon} /> },
  { name: 'analytics', icon: <IconChartBar {...icon} /> },
] as const;

/** The shell with samples of what stands in it: the owner looks at the brand, nothing is read or sent. */
export function PreviewPage() {
  const t = useTexts('client-shell');
  const brand = useBrand();
  if (!brand) return null;
  return (
    <ClientLayout
      brand={brand}
      places={places.map(({ name, icon: sign }, index) => ({
        href: `#${name}`,
        label: t(`pages.${name}`),
        icon: sign,
        isCurrent: index === 0,
      }))}
      onGo={() => undefined}
    >
      <Page>
        <PageHeader title={t('pages.home')} action={<Button>{t('sample.primary')}</Button>} />
        <div className={styles.samples}>
          <section className={styles.card}>
            <div className={styles.row}>
              <StatusBadge tone="accent">{t('sample.badge')}</StatusBadge>
              <StatusBadge tone="warn">{t('sample.badge')}</StatusBadge>
            </div>
            <Progress value={64} aria-label={t('sample.progress')} />
            <Switch label={t('sample.switch')} defaultChecked />
          </section>
          <section className={styles.card}>
            <TextInput label={t('sample.field')} placeholder="anna@example.com" />
            <div className={styles.row}>
              <Button>{t('sample.primary')}</Button>
              <Button variant="light">{t('sample.secondary')}</Button>
              <Button variant="outline">{t('sample.secondary')}</Button>
            </div>
            <a className={styles.text} href="#link">
              <span style={{ color: 'var(--ui-accent-text)' }}>{t('sample.link')}</span>
            </a>
          </section>
        </div>
      </Page>
    </ClientLayout>
  );
}
