import { slot, Unless, When } from './parts/slots.tsx';
import { Wordmark } from './parts/wordmark.tsx';

const LANDING_LINKS = [
  ['Integration list', '/integrations'],
  ['Pricing', '/pricing'],
  ['Get free plan now', '/get-free-plan'],
  ['About Us', '/legal/about'],
  ['Security', '/#security'],
] as const;

/** The menu of a phone is a `details`, so that it opens without a script. */
export function SiteHeader({ isLanding }: { isLanding: boolean }) {
  const links = isLanding ? <LandingLinks /> : <PlainLinks />;
  return (
    <header className="site-header">
      <div className="wide bar">
        <Wordmark />
        <nav className="links" aria-label="Main">
          <ul>{links}</ul>
        </nav>
        <div className="entry">
          <Unless is="sessionRegion">
            <a href="/login">Sign in</a>
          </Unless>
          <When is="sessionRegion">
            <a className="button small" href={`/app/${slot('sessionRegion')}/agents`}>
              Open dashboard
            </a>
          </When>
        </div>
        <details className="menu">
          <summary>Menu</summary>
          <nav aria-label="Menu">
            <ul>{links}</ul>
          </nav>
        </details>
      </div>
    </header>
  );
}

const LandingLinks = () =>
  LANDING_LINKS.map(([text, href]) => (
    <li key={href}>
      <a href={href}>{text}</a>
    </li>
  ));

const PlainLinks = () => (
  <>
    <When is="affiliatesUrl">
      <li>
        <a href={slot('affiliatesUrl')}>Affiliates</a>
      </li>
    </When>
    <li>
      <a href="/api/docs">Docs</a>
    </li>
    <When is="discordUrl">
      <li>
        <a href={slot('discordUrl')}>Discord</a>
      </li>
    </When>
    <li>
      <a href="/pricing">Pricing</a>
    </li>
  </>
);
