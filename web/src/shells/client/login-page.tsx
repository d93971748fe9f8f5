import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { currentRegion } from '../../api.ts';
import { LoginPanel } from '../../features/client-sessions/login-panel.tsx';
import { takeSignedOut } from '../../features/client-sessions/use-log-out.ts';
import { keepPickedLanguage } from '../../texts/picked-language.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { LanguageSelect } from '../../ui/fields/language-select.tsx';
import { showRefusal, showSuccess } from '../../ui/states/toasts.tsx';
import { takeArrival } from './arrival.ts';
import { useBrand } from './brand.ts';
import { BrandSign, SchemeSwitch } from './client-bar.tsx';
import { ClientFooter } from './client-footer.tsx';
import { firstPath } from './client-paths.ts';
import styles from './login-page.module.css';
import { takeReason } from './said-at-login.ts';
import { shownPages } from './shown-pages.ts';

const BrandingText = lazy(async () => ({ default: (await import('./branding-text.tsx')).BrandingText }));

/** So long stands what was said before the dashboard opens. */
const openAfterMs = 100;
const arrival = takeArrival();

/** The front door of an agency: its colour, its name and its own words beside the sign-in. */
export function LoginPage() {
  const t = useTexts('client-login');
  const brand = useBrand();
  const router = useRouter();
  const { me = null } = useRouteContext({ strict: false }) as { me?: ClientMe | null };
  useDocumentTitle(brand?.name ?? '');
  useReason();
  if (!brand) return null;
  const enter = (entered: ClientMe) => {
    const region = currentRegion();
    const href =
      wantedPath(router.state.location.search) ??
      firstPath(region, { agents: entered.agents, pages: shownPages(entered.pages) }) ??
      `/app/${region}`;
    window.setTimeout(() => router.history.push(href), openAfterMs);
  };
  return (
    <div className={styles.page}>
      <div className={styles.ground} aria-hidden="true" />
      <header className={styles.brand}>
        <span className={styles.sign}>
          <BrandSign brand={brand} />
        </span>
        <h1 className={styles.name} data-text="content">
          {brand.name}
        </h1>
      </header>
      {brand.brandingText !== '' && (
        <aside className={styles.words} aria-label={t('about')}>
          <Suspense>
            <BrandingText text={brand.brandingText} />
          </Suspense>
        </aside>
      )}
      <div className={styles.tools}>
        <LanguageSelect size="xs" hasLabel={false} onPick={keepPickedLanguage} />
        <SchemeSwitch />
      </div>
      <main className={styles.main}>
        <div className={styles.card}>
          <LoginPanel agencyId={brand.ID} arrival={arrival} pending={me} onEntered={enter} />
        </div>
      </main>
      <div className={styles.foot}>
        <ClientFooter brand={brand} hasLanguage={false} />
      </div>
    </div>
  );
}

/** The place that needed the sign-in: one of the dashboard's own, nothing else. */
function wantedPath(search: object): string | null {
  const { to } = search as { to?: unknown };
  return typeof to === 'string' && /^\/app\/[a-z]+\/(agents|c)\/[^\s\\]*$/.test(to) ? to : null;
}

function useReason() {
  const isSaid = useRef(false);
  useEffect(() => {
    if (isSaid.current) return;
    isSaid.current = true;
    if (takeSignedOut()) showSuccess(say('client-login', 'signedOut'));
    const reason = takeReason();
    if (reason) showRefusal(say('client-login', reason));
  }, []);
}
