import { renderToStaticMarkup } from 'react-dom/server';
import { Document } from './document.tsx';
import { about } from './legal/about.tsx';
import { contact } from './legal/contact.tsx';
import { cookies, gdpr, refunds } from './legal/other-policies.tsx';
import { privacy, visitorPrivacy } from './legal/privacy.tsx';
import { terms } from './legal/terms.tsx';
import { demo } from './pages/demo.tsx';
import { forAgencies } from './pages/for-agencies.tsx';
import { freePlan } from './pages/free-plan.tsx';
import { home } from './pages/home.tsx';
import { integrations } from './pages/integrations.tsx';
import { missing } from './pages/missing.tsx';
import { pricing } from './pages/pricing.tsx';
import { shareWithoutAgent } from './pages/share.tsx';
import { voiceAgent } from './pages/voice-agent.tsx';
import { websiteAgent } from './pages/website-agent.tsx';
import { whatsapp } from './pages/whatsapp.tsx';
import type { PublicPage } from './public-page.ts';

/** Each page under the name of its file. */
const PAGES: Record<string, PublicPage> = {
  home,
  'for-agencies': forAgencies,
  'voice-agent': voiceAgent,
  'website-agent': websiteAgent,
  whatsapp,
  demo,
  integrations,
  pricing,
  'free-plan': freePlan,
  about,
  privacy,
  'visitor-privacy': visitorPrivacy,
  terms,
  refunds,
  cookies,
  contact,
  gdpr,
  'share-without-agent': shareWithoutAgent,
  missing,
};

export type RenderedPage = { name: string; path: string; isUnlisted: boolean; hasWidget: boolean; html: string };

/** The templates of all public pages; `asset:NAME` and `{{slot}}` are still in them. */
export const renderPages = (css: string): RenderedPage[] =>
  Object.entries(PAGES).map(([name, page]) => ({
    name,
    path: page.path,
    isUnlisted: page.isUnlisted ?? false,
    hasWidget: page.hasWidget ?? false,
    html: `<!doctype html>${renderToStaticMarkup(<Document page={page} css={css} />)}`,
  }));
