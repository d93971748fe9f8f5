import { Actions, Intro } from '../parts/intro.tsx';
import { Passage, Points } from '../parts/passage.tsx';
import type { PublicPage } from '../public-page.ts';

export const freePlan: PublicPage = {
  path: '/get-free-plan',
  title: 'Get the free plan',
  description:
    'An account with 750 credits, agents, knowledge and the website chat. No card, no model key, no end date.',
  frame: 'landing',
  body: (
    <>
      <Intro
        title="The free plan, whole"
        text="Enough to build an agent, put it on a real page and see what people ask it. There is no trial that ends and no card to forget about."
      >
        <Actions>
          <a className="button" href="/signup">
            Get free plan now
          </a>
          <a href="/pricing">Compare plans</a>
        </Actions>
      </Intro>
      <Passage question="What is in it?" answer="750 credits, and all that exists today.">
        <Points
          items={[
            ['750 answers', 'With the built-in model or your own key an answer costs one credit.'],
            ['Agents without a count', 'Build as many as you like; they share the credits.'],
            ['Knowledge', 'Websites, files and text, kept fresh on schedule.'],
            ['The chat', 'On any number of pages, in your colors, without our name.'],
            ['Insight', 'Every conversation with its trace, and the questions that nothing answered.'],
            ['The API', 'A key for your workspace and the full reference.'],
          ]}
        />
      </Passage>
      <Passage question="How do I begin?" answer="Three steps, a few minutes.">
        <ol className="steps">
          <li>
            <h3>Create an account</h3>
            <p>An email address and a password.</p>
          </li>
          <li>
            <h3>Choose “New Agent”</h3>
            <p>Paste a website address, drop a file, or type what it should know.</p>
          </li>
          <li>
            <h3>Ask, publish, paste</h3>
            <p>Try it in the test chat, press Publish, and copy the script tag into your page.</p>
          </li>
        </ol>
      </Passage>
    </>
  ),
};
