import { jsonSlot, platformName, slot } from './parts/slots.tsx';
import type { PublicPage } from './public-page.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** `asset:NAME` stands for the address of a built file (see `web/scripts/public-pages.ts`). */
const FONTS = ['asset:display.woff2', 'asset:text.woff2'];

export function Document({ page, css }: { page: PublicPage; css: string }) {
  const address = `${slot('origin')}${page.path}`;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{titleOf(page)}</title>
        <meta name="description" content={page.description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#FAFAF8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131416" media="(prefers-color-scheme: dark)" />
        {page.isUnlisted ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
        <link rel="icon" href="/assets/icon-1.svg" type="image/svg+xml" />
        <PreviewTags page={page} address={address} />
        {FONTS.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <style>{css}</style>
        {page.structuredData ? <script type="application/ld+json">{JSON.stringify(page.structuredData)}</script> : null}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <SiteHeader isLanding={page.frame === 'landing'} />
        <main id="main">{page.body}</main>
        <SiteFooter />
      </body>
    </html>
  );
}

const titleOf = ({ path, title }: PublicPage) =>
  path === '/' ? `${platformName}: ${title}` : `${title} · ${platformName}`;

function PreviewTags({ page, address }: { page: PublicPage; address: string }) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={platformName} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${slot('origin')}asset:preview.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content="An agent's knowledge, a test question and the passages its answer came from"
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** What a search engine may know for certain: the name, what it is, and what the plans cost. */
export const productData = {
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: jsonSlot('platformName'),
  url: `${jsonSlot('origin')}/`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD', name: 'Free' },
};
