import { productData } from '../document.tsx';
import { Actions, Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points, Questions, Readiness } from '../parts/passage.tsx';
import { Picture } from '../parts/picture.tsx';
import { SecurityPoints } from '../parts/security-points.tsx';
import { platformName } from '../parts/slots.tsx';
import { SnippetBlock } from '../parts/snippet-block.tsx';
import type { PublicPage } from '../public-page.ts';

export const home: PublicPage = {
  path: '/',
  title: 'AI agents for your clients’ sites, under your name',
  description:
    'Build an AI chat agent from a website or documents, put it on a page with one script tag, and let visitors get streamed answers with their sources. No model key needed to begin.',
  frame: 'landing',
  structuredData: productData,
  body: (
    <>
      <Intro
        isFront
        title={
          <>
            AI agents for your clients’ sites, <em>under your name</em>
          </>
        }
        text={`Give ${platformName} a website or a few documents. Visitors get answers in the words of those pages, with the source beside them, and an honest word when there is none. The chat never shows our name.`}
      >
        <Actions>
          <a className="button" href="/signup">
            Create your first agent
          </a>
          <a href="/demo">See a demo</a>
        </Actions>
        <p className="fine">750 credits to begin with. No card, no model key.</p>
      </Intro>
      <figure className="stage wide">
        <Picture
          name="workbench"
          phone="chat"
          isFirst
          sizes="(max-width: 1200px) calc(100vw - 48px), 1152px"
          alt="The knowledge of an agent for a bicycle shop. Beside it the test chat answers what an electric bike costs, names its source, and shows how the answer was found."
        />
        <figcaption>
          An agent for a bicycle shop, while it is being built. All pictures here are photographs of the product.
        </figcaption>
      </figure>
      <Answers />
      <Trace />
      <Embedding />
      <Credits />
      <Passage
        id="security"
        isBand
        question="Where does the data live?"
        answer="In the region you choose, behind locks that are tested."
      >
        <SecurityPoints />
      </Passage>
      <Today />
      <Asked />
      <Closing title="Ask it something." text="A website address is enough. The first answer is a few minutes away." />
    </>
  ),
};

function Answers() {
  return (
    <Passage question="Where do its answers come from?" answer="From the passage that says so.">
      <div className="beside">
        <Points
          items={[
            [
              'It names its source',
              'Each sentence carries a small number. The number opens the page that it was taken from.',
            ],
            [
              'It follows a conversation',
              '“And the deposit?” is understood as a question about the bicycle before it.',
            ],
            [
              'It admits what it does not know',
              'Then it offers to pass the question to a person. You see the list of what nobody had an answer to.',
            ],
            ['It says that it is an AI', 'The notice is shown by default, and no styling of the chat can hide it.'],
          ]}
        />
        <Picture
          name="chat"
          isWideOnly
          sizes="(max-width: 40em) calc(100vw - 32px), 360px"
          alt="A chat on a phone: a price with its source, the deposit that belongs to it, and an offer to pass on a question that the shop’s pages do not answer."
        />
      </div>
    </Passage>
  );
}

function Trace() {
  return (
    <Passage question="Can I see why it said that?" answer="Every turn can be opened.">
      <div className="beside turned">
        <Picture
          name="trace"
          sizes="(max-width: 40em) calc(100vw - 32px), 420px"
          alt="The trace of one turn: time spent waiting, finding, until the first word and writing, the words searched for, and the passages found with their weight."
        />
        <div>
          <p>
            Which passages were found and how strongly, what was searched for, how many milliseconds each step took, and
            what the turn cost. In the test chat while you build, and in every conversation afterwards.
          </p>
          <p>
            When an answer is wrong you correct the page or add a paragraph, ask again, and publish. Versions are kept,
            compared line by line, and restored when the old one was better.
          </p>
        </div>
      </div>
    </Passage>
  );
}

function Embedding() {
  return (
    <Passage question="How does it get onto a site?" answer="With one script tag.">
      <SnippetBlock />
      <Points
        items={[
          [
            'Light',
            'The launcher is held under 4 kB and the open chat under 32 kB, compressed. A heavier build does not pass our checks.',
          ],
          [
            'Late',
            'It loads after the page has loaded, moves nothing on it, and asks for nothing but its settings before somebody opens it.',
          ],
          [
            'Separate',
            'The styles of the site cannot break it, it cannot break the site, and a strict content security policy is enough for it.',
          ],
          ['Yours', 'Colors, font, position and CSS are yours. Neither the chat nor its code carries our name.'],
        ]}
      />
    </Passage>
  );
}

function Credits() {
  return (
    <Passage question="What did that cost?" answer="A ledger, not an estimate.">
      <p className="measure">
        Credits are set aside before a model is called and charged once when the answer stands, or given back when it
        does not. The balance never falls below zero, and each credit is a line that names its agent.
      </p>
      <figure className="stage small">
        <Picture
          name="usage"
          sizes="(max-width: 60em) calc(100vw - 32px), 800px"
          alt="The usage page: the balance, and a line for each turn with its agent and what it cost."
        />
      </figure>
    </Passage>
  );
}

function Today() {
  return (
    <Passage question="What works today?" answer="All of this.">
      <Readiness
        works={[
          'Agents from websites, sitemaps, files and text, with refresh from every hour to every week',
          'A built-in model that needs no key, and OpenAI, Anthropic, Google or any OpenAI-compatible host with one',
          'The website chat in eight languages, with files, ratings and “leave your email”',
          'Talking with the agent in the chat, and on phone numbers of your Twilio account',
          'Phone campaigns to leads who agreed to be called, at hours that you choose',
          'WhatsApp on your own business number, Messenger and Instagram on your own pages, SMS on your Twilio numbers, and Telegram and Discord as bots of yours',
          'Functions that look things up in other systems, or book there, once the visitor has confirmed',
          'Drafts, versions, publishing and restoring, staging beside live, and tests that hold a bad version back',
          'One agent as the model for many clients’ agents, improved in all of them at once',
          'Traces, unanswered questions and usage for every conversation',
          'Taking a conversation over as a person, live',
          'A dashboard for your clients, in your brand and on your own domain',
          'Reselling plans and credits to your clients, on a Stripe account of your own',
          'Members with permissions of their own, notifications, and a dashboard in five languages',
          'An API with its reference, signed event webhooks, and access keys for programs that speak MCP',
        ]}
      />
    </Passage>
  );
}

function Asked() {
  return (
    <Passage question="What else is asked?" answer="A few short answers.">
      <Questions
        items={[
          [
            'Do I need a key of a model provider?',
            'No. The built-in model answers from what the agent was given, without any key. With a key of your own you choose another model for each agent.',
          ],
          [
            'Is the built-in model a language model?',
            'No, and the screens say so. It picks and joins the best sentences of your pages and cites them. It cannot invent anything, and it cannot write a poem.',
          ],
          [
            'Which languages does it answer in?',
            'In the languages of your pages. The search knows word stems and forgives typing errors; the chat’s own words come in eight languages.',
          ],
          [
            'What happens to the pages it has read?',
            'They are kept in your workspace, read again as often as you say, and removed with the document or the agent.',
          ],
        ]}
      />
    </Passage>
  );
}
