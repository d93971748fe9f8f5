import { Intro } from '../parts/intro.tsx';
import type { PublicPage } from '../public-page.ts';

/** A whole link leads to the chat itself (`server/src/http/public-pages.ts`); this is for one that was cut. */
export const shareWithoutAgent: PublicPage = {
  path: '/share',
  title: 'A shared agent',
  description: 'The address of a shared agent names the agent. This one does not.',
  frame: 'plain',
  isUnlisted: true,
  body: (
    <Intro
      kicker="Shared agents"
      title="This link names no agent"
      text="Part of the address was lost on its way. Ask whoever sent it for the whole link; it ends with the agent’s id."
    >
      <p className="actions">
        <a href="/">To the first page</a>
      </p>
    </Intro>
  ),
};
