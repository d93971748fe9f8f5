import { Actions, Intro } from '../parts/intro.tsx';
import type { PublicPage } from '../public-page.ts';

export const missing: PublicPage = {
  path: '/404',
  title: 'Page not found',
  description: 'There is no page at this address.',
  frame: 'plain',
  isUnlisted: true,
  body: (
    <Intro
      kicker="404"
      title={
        <>
          We do not know <em>the answer to that</em>
        </>
      }
      text="There is no page at this address. It may have moved, or the link was not whole."
    >
      <Actions>
        <a className="button" href="/">
          To the first page
        </a>
        <a href="/legal/contact">Contact</a>
      </Actions>
    </Intro>
  ),
};
