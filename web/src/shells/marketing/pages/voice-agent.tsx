import { Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points } from '../parts/passage.tsx';
import { WordOfIt } from '../parts/word-of-it.tsx';
import type { PublicPage } from '../public-page.ts';

export const voiceAgent: PublicPage = {
  path: '/voice-agent',
  title: 'The voice agent',
  description:
    'Visitors talk with an agent in the chat on your page: it answers from the same knowledge, is interrupted as people are, and hands over to a person. What works today, and what does not yet.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="In the chat today"
        title={
          <>
            The same knowledge, <em>spoken</em>
          </>
        }
        text="A press in the chat begins a call: the visitor speaks, and hears the answer from what the agent has read. Switch it on for an agent under Voice."
      >
        <WordOfIt subject="Please tell me when agents answer the telephone" />
      </Intro>
      <Passage question="What works today?" answer="Talking in the chat, in one conversation.">
        <Points
          items={[
            [
              'In the browser',
              'The visitor’s own browser listens and speaks, with no key to set up. One that cannot listen says so, and reads the answers aloud.',
            ],
            [
              'Interrupted as people are',
              'Whoever speaks is heard at once. What they did not hear of an answer, the agent does not take as said.',
            ],
            [
              'One conversation',
              'What is spoken stands in the chat. The visitor goes on typing at any time, and a person who takes over is read out.',
            ],
            [
              'Paid by the second',
              '20 credits a minute beside the answers; a plan has lines for calls at the same time. Trying your own agent is free.',
            ],
          ]}
        />
      </Passage>
      <Passage question="What does not work yet?" answer="Voices of your own, and the telephone.">
        <Points
          items={[
            ['The telephone', 'A number of your own telephone provider that leads to the agent is being made.'],
            [
              'Voices of your own',
              'For now it is the voice of the visitor’s device, which differs from one to the next.',
            ],
          ]}
        />
      </Passage>
      <Closing
        title="Begin in writing."
        text="The knowledge that you collect for the chat is the one it speaks from."
      />
    </>
  ),
};
