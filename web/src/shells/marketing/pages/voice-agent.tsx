import { Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points } from '../parts/passage.tsx';
import { WordOfIt } from '../parts/word-of-it.tsx';
import type { PublicPage } from '../public-page.ts';

export const voiceAgent: PublicPage = {
  path: '/voice-agent',
  title: 'The voice agent, in preparation',
  description:
    'An agent that answers the telephone with the same knowledge as the chat. In preparation: what it will do, and how to hear of it.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="In preparation"
        title={
          <>
            The same knowledge, <em>spoken</em>
          </>
        }
        text="An agent that picks up the telephone, or a microphone on your page, and answers from what it has read. It cannot be used yet. This page says what is being made."
      >
        <WordOfIt subject="Please tell me when voice agents are ready" />
      </Intro>
      <Passage question="What is planned?" answer="One agent, two ways to talk to it.">
        <Points
          items={[
            [
              'Calls',
              'A number of your own telephone provider leads to the agent, which answers and can hand over to a person.',
            ],
            ['In the browser', 'A visitor speaks instead of typing, in the same chat.'],
            [
              'One knowledge',
              'What the website agent has read is what the voice agent knows. Nothing is set up twice.',
            ],
            [
              'The same trace',
              'Each spoken turn is opened like a written one: what was heard, found, said and charged.',
            ],
          ]}
        />
      </Passage>
      <Passage question="What can I do until then?" answer="Prepare what it will say.">
        <p className="measure">
          An agent that answers well in writing has the knowledge that it needs on the telephone. Build it today as a{' '}
          <a href="/chatbot">website agent</a>, and read its list of unanswered questions: they are the ones that
          callers ask too.
        </p>
      </Passage>
      <Closing title="Begin in writing." text="The knowledge that you collect now is the one it will speak from." />
    </>
  ),
};
