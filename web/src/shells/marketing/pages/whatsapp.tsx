import { Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points } from '../parts/passage.tsx';
import { WordOfIt } from '../parts/word-of-it.tsx';
import type { PublicPage } from '../public-page.ts';

export const whatsapp: PublicPage = {
  path: '/whatsapp',
  title: 'The agent on WhatsApp, in preparation',
  description:
    'An agent that answers on your WhatsApp business number with the same knowledge as the chat on your site. In preparation, and how to hear of it.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="In preparation"
        title={
          <>
            Where your customers <em>already write</em>
          </>
        }
        text="An agent on your WhatsApp business number, with the knowledge of your website agent. It cannot be connected yet. This page says what is being made."
      >
        <WordOfIt subject="Please tell me when WhatsApp is ready" />
      </Intro>
      <Passage question="What is planned?" answer="Your number, your rules, one inbox.">
        <Points
          items={[
            ['Your own number', 'Connected through your own business account at Meta, which stays yours.'],
            [
              'Within the rules',
              'Free answers inside the 24 hours that WhatsApp allows, approved templates after them.',
            ],
            ['People first', 'A person can take a conversation over. While they write, the agent is silent.'],
            ['One history', 'Conversations from the site and from WhatsApp stand in one list.'],
          ]}
        />
      </Passage>
      <Passage question="What works already?" answer="The same agent, on your website.">
        <p className="measure">
          The <a href="/chatbot">website agent</a> opens on a phone in full screen and can be sent as a link, which fits
          into a WhatsApp greeting or a profile until the agent answers there itself.
        </p>
      </Passage>
      <Closing title="Let it learn now." text="What it knows on your site it will know on WhatsApp." />
    </>
  ),
};
