import { Actions, Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points } from '../parts/passage.tsx';
import type { PublicPage } from '../public-page.ts';

export const voiceAgent: PublicPage = {
  path: '/voice-agent',
  title: 'The voice agent',
  description:
    'People talk with an agent in the chat on your page or on your phone number: it answers from the same knowledge, is interrupted as people are, and hands over to a person.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="In the chat and on the phone"
        title={
          <>
            The same knowledge, <em>spoken</em>
          </>
        }
        text="A press in the chat, or a call to your number: people speak, and hear the answer from what the agent has read. Switch it on for an agent under Voice."
      >
        <Actions>
          <a href="/integrations">All integrations</a>
        </Actions>
      </Intro>
      <Passage question="What works today?" answer="Talking in the chat and on the phone.">
        <Points
          items={[
            [
              'In the browser',
              'The visitor’s own browser listens and speaks, with no key to set up. One that cannot listen says so, and reads the answers aloud.',
            ],
            [
              'On the phone',
              'A number of your Twilio account leads to the agent. It passes a caller on to a person, and calls leads who agreed to it.',
            ],
            [
              'With a voice that you choose',
              'With a key of Deepgram one of its voices speaks. Without a key it is the voice of the visitor’s device, which differs from one to the next.',
            ],
            [
              'Interrupted as people are',
              'Whoever speaks is heard at once. What they did not hear of an answer, the agent does not take as said.',
            ],
            [
              'One conversation',
              'The chat shows what is spoken. The visitor can keep typing at any time, and a person who takes over is read out.',
            ],
            [
              'Paid by the second',
              '20 credits a minute beside the answers; a plan has lines for calls at the same time. Trying your own agent is free.',
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
