import type { Brand } from '@antiphon/contract/agency-themes';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { LanguageSelect } from '../../ui/fields/language-select.tsx';
import styles from './client-layout.module.css';

/** Copyright, who made the software where the agency shows it, and the agency's own links. */
export function ClientFooter({ brand, hasLanguage = true }: { brand: Brand; hasLanguage?: boolean }) {
  const t = useTexts('client-shell');
  const { name, poweredBy, mainWebsite, supportEmail, tosPage, privacyPolicypPage, address } = brand;
  const links = [
    { href: mainWebsite, label: t('website') },
    { href: supportEmail && `mailto:${supportEmail}`, label: t('support') },
    { href: tosPage, label: t('terms') },
    { href: privacyPolicypPage, label: t('privacy') },
  ].filter(({ href }) => href !== '');
  return (
    <footer className={styles.footer}>
      <span>{t('copyright', { year: String(new Date().getFullYear()), name })}</span>
      {poweredBy && (
        <span>
          {poweredBy.url ? (
            <a href={poweredBy.url} target="_blank" rel="noreferrer">
              {t('poweredBy', { name: poweredBy.name })}
            </a>
          ) : (
            t('poweredBy', { name: poweredBy.name })
          )}
        </span>
      )}
      {links.map(({ href, label }) => (
        <a key={label} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
      {address !== '' && (
        <span className={styles.address} data-text="content">
          {address}
        </span>
      )}
      <span className={styles.badge}>
        <IconShieldCheck size={16} stroke={1.5} aria-hidden="true" />
        {t('gdpr')}
      </span>
      {hasLanguage && <LanguageSelect size="xs" hasLabel={false} />}
    </footer>
  );
}
