import { Actions, Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points } from '../parts/passage.tsx';
import { Picture } from '../parts/picture.tsx';
import { SnippetBlock } from '../parts/snippet-block.tsx';
import type { PublicPage } from '../public-page.ts';

export const websiteAgent: PublicPage = {
  path: '/chatbot',
  title: 'The website agent',
  description:
    'A chat for any website that answers from the site’s own pages, streams its words, cites its sources and offers a person when it does not know.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="Website agent"
        title={
          <>
            A chat that has <em>read the site</em>
          </>
        }
        text="Visitors ask in their own words and get the sentence they were looking for, with a link to where it stands."
      >
        <Actions>
          <a className="button" href="/signup">
            Create an agent
          </a>
          <a href="/demo">See a demo</a>
        </Actions>
      </Intro>
      <Passage question="What can it learn from?" answer="Whatever you would hand to a new colleague.">
        <Points
          items={[
            [
              'Websites',
              'A single page, a sitemap, or a crawl that follows the links. Read again every 1, 6, 12 or 24 hours, every 7 days, or never.',
            ],
            ['Files', 'PDF, Word, Markdown, plain text, HTML and CSV, up to 20 MB each.'],
            ['Text', 'What only the people at the counter know, typed or pasted.'],
            ['Unanswered questions', 'What visitors asked in vain is listed, so that you know what to write next.'],
          ]}
        />
      </Passage>
      <Passage question="How does it behave?" answer="Like somebody at a good front desk.">
        <div className="beside">
          <Points
            items={[
              [
                'It does not wait',
                'Words appear as they are made. If the line breaks, the answer goes on where it stopped.',
              ],
              ['It can be stopped', 'Stop means stop, within a second, and what was not written is not charged.'],
              ['It takes files', 'A visitor may send a picture or a document along with a question.'],
              ['It remembers', 'Who comes back tomorrow finds the conversation as it was, unless you turned that off.'],
              [
                'Everybody can use it',
                'By keyboard and screen reader, in reduced motion, in right-to-left scripts, with one thumb.',
              ],
            ]}
          />
          <Picture
            name="chat"
            sizes="(max-width: 40em) calc(100vw - 32px), 360px"
            alt="The chat on a phone, with two answered questions and one that it offers to pass on."
          />
        </div>
      </Passage>
      <Passage question="And on my page?" answer="One tag, four ways to stand.">
        <SnippetBlock />
        <Points
          items={[
            ['bottom-right', 'A launcher in the lower right corner.'],
            ['bottom-left', 'The same on the other side.'],
            ['popup', 'A dialog that your own button opens.'],
            ['full-width', 'The chat as a part of the page.'],
          ]}
        />
        <p className="measure">
          Scripts of the page can open it, send a message, pass on who is signed in and listen to what happens. The
          commands are safe to call before it has loaded.
        </p>
      </Passage>
      <Closing title="Let it read your site." text="Then ask it what your customers ask you." />
    </>
  ),
};
