import { Actions, Intro } from '../parts/intro.tsx';
import { Closing } from '../parts/passage.tsx';
import { When } from '../parts/slots.tsx';
import type { PublicPage } from '../public-page.ts';

type State = 'works' | 'prepared';
type Row = readonly [name: string, text: string, state: State];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  [
    'Models',
    [
      ['Built-in model', 'Answers from the agent’s knowledge without a key.', 'works'],
      ['OpenAI', 'With your own key, chosen for each agent.', 'works'],
      ['Anthropic', 'With your own key.', 'works'],
      ['Google', 'With your own key.', 'works'],
      ['Any OpenAI-compatible host', 'Ollama, vLLM, OpenRouter and others, by their address.', 'works'],
    ],
  ],
  [
    'Knowledge',
    [
      ['Websites', 'Single pages, sitemaps and crawls, read again on schedule.', 'works'],
      ['Documents', 'PDF, Word, Markdown, text, HTML and CSV.', 'works'],
      ['Embedding models', 'Search by meaning beside the search by words.', 'works'],
    ],
  ],
  [
    'Channels',
    [
      ['Website chat', 'One script tag, four ways to stand on the page.', 'works'],
      ['Chat by link', 'A page of its own for each agent.', 'works'],
      ['WhatsApp', 'On your own business number.', 'works'],
      ['Messenger and Instagram', 'On your own pages.', 'works'],
      ['Telegram', 'As a bot of yours.', 'works'],
      ['Discord', 'As a bot of yours.', 'works'],
      ['SMS', 'On numbers of your Twilio account.', 'works'],
      ['Telephone', 'On numbers of your Twilio account.', 'prepared'],
    ],
  ],
  [
    'For developers',
    [
      ['REST API', 'Everything that the dashboard does, described in OpenAPI 3.1.', 'works'],
      ['Page script', 'Open, send, identify and listen from the page that carries the chat.', 'works'],
      ['Events', 'Signed webhooks for conversations, leads and publishing, sent again when a receiver fails.', 'works'],
    ],
  ],
];

const WORDS: Record<State, string> = { works: 'Works today', prepared: 'In preparation' };

export const integrations: PublicPage = {
  path: '/integrations',
  title: 'Integration list',
  description:
    'Models, knowledge sources, channels and developer interfaces: what works today, and what is in preparation.',
  frame: 'landing',
  body: (
    <>
      <Intro
        title="What it connects to"
        text="A row is marked as working when you can use it now. The others are being built, and say so."
      >
        <Actions>
          <a href="/api/docs">API reference</a>
        </Actions>
      </Intro>
      {GROUPS.map(([title, rows]) => (
        <section className="listing wide" key={title}>
          <h2>{title}</h2>
          <ul>
            {rows.map(([name, text, state]) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
                <span className={`state ${state}`}>{WORDS[state]}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <When is="operatorEmail">
        <p className="wide note">
          Something you need is not here? <a href="/legal/contact">Write to us</a>.
        </p>
      </When>
      <Closing
        title="Start with what works."
        text="An agent on a website today gains its channels later, with its knowledge unchanged."
      />
    </>
  ),
};
