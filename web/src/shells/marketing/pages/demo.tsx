import { Actions, Intro } from '../parts/intro.tsx';
import { Passage } from '../parts/passage.tsx';
import { Picture } from '../parts/picture.tsx';
import { slot, Unless, When } from '../parts/slots.tsx';
import type { PublicPage } from '../public-page.ts';

export const demo: PublicPage = {
  path: '/demo',
  title: 'Demo',
  description: 'Talk to an agent, or build your own in about two minutes.',
  frame: 'plain',
  hasWidget: true,
  body: (
    <>
      <Intro
        kicker="Demo"
        title={
          <>
            <When is="demoAgentId">Ask our own agent</When>
            <Unless is="demoAgentId">Try it on your own pages</Unless>
          </>
        }
        text={
          <>
            <When is="demoAgentId">
              This is the chat as your visitors would have it. It is an AI, and it knows what its operator gave it to
              read.
            </When>
            <Unless is="demoAgentId">
              No agent has been set up for this page. The best demonstration takes about two minutes anyway: let it read
              a site that you know, and ask what you know the answer to.
            </Unless>
          </>
        }
      />
      <When is="demoAgentId">
        <section className="live wide" aria-label="Live chat">
          <div id="agent-chat" />
          <noscript>
            <p>The chat needs JavaScript. Everything else on this site works without it.</p>
          </noscript>
          <script
            // Not `async`: React would lift it out of the condition, into the head.
            defer
            src="/widget.js"
            data-id={slot('demoAgentId')}
            data-region={slot('demoRegion')}
            data-render="full-width"
          />
        </section>
      </When>
      <Unless is="demoAgentId">
        <Passage question="What do I do?" answer="Three steps.">
          <div className="beside">
            <ol className="steps upright">
              <li>
                <h3>Sign up</h3>
                <p>An email address and a password. No card, no model key.</p>
              </li>
              <li>
                <h3>New Agent, Website</h3>
                <p>Paste an address. You watch the pages being read.</p>
              </li>
              <li>
                <h3>Ask in the test chat</h3>
                <p>Each answer shows its source, and the trace shows how it was found.</p>
              </li>
            </ol>
            <Picture
              name="chat"
              sizes="(max-width: 40em) calc(100vw - 32px), 360px"
              alt="A photograph of the chat: a bicycle shop’s agent answers what an electric bike costs and names the page."
            />
          </div>
          <Actions>
            <a className="button" href="/signup">
              Create an account
            </a>
          </Actions>
        </Passage>
      </Unless>
    </>
  ),
};
