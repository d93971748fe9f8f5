import { Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points } from '../parts/passage.tsx';
import type { PublicPage } from '../public-page.ts';

export const whatsapp: PublicPage = {
  path: '/whatsapp',
  title: 'The agent on WhatsApp',
  description:
    'An agent that answers on your WhatsApp business number with the same knowledge as the chat on your site, and people who take over.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="WhatsApp"
        title={
          <>
            Where your customers <em>already write</em>
          </>
        }
        text="An agent on your WhatsApp business number, with the knowledge of your website agent and the people who answer with it."
      >
        <a className="button" href="/signup">
          Make an agent
        </a>
      </Intro>
      <Passage question="What do I get?" answer="Your number, your rules, one inbox.">
        <Points
          items={[
            [
              'Your own number',
              'Connected through your own business account at Meta, which stays yours and is billed to you.',
            ],
            ['People first', 'A person can take a conversation over. While they write, the agent is silent.'],
            ['Seen to arrive', 'Each message of a person shows whether it was sent, delivered and read.'],
            ['One history', 'Conversations from the site and from WhatsApp stand in one list.'],
          ]}
        />
      </Passage>
      <Passage question="What do I need?" answer="An app and a number at Meta.">
        <p className="measure">
          Meta gives a test number at once. The agent is told its IDs, a token and a secret, and answers with the first
          message that somebody sends. Pictures and documents are read; voice notes are not yet.
        </p>
      </Passage>
      <Passage question="What is being made?" answer="Writing first.">
        <p className="measure">
          WhatsApp lets a business answer for 24 hours after somebody wrote. Approved templates, which may be sent after
          that, are in preparation.
        </p>
      </Passage>
      <Closing title="Let it learn now." text="What it knows on your site it knows on WhatsApp." />
    </>
  ),
};
