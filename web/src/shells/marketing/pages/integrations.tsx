import { Actions, Intro } from '../parts/intro.tsx';
import { Closing } from '../parts/passage.tsx';
import { When } from '../parts/slots.tsx';
import type { PublicPage } from '../public-page.ts';

type Row = readonly [name: string, text: string];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  [
    'Models',
    [
      ['Built-in model', 'Answers from the agent’s knowledge without a key.'],
      ['OpenAI', 'With your own key, chosen for each agent.'],
      ['Anthropic', 'With your own key.'],
      ['Google', 'With your own key.'],
      ['Any OpenAI-compatible host', 'Ollama, vLLM, OpenRouter and others, by their address.'],
    ],
  ],
  [
    'Knowledge',
    [
      ['Websites', 'Single pages, sitemaps and crawls, read again on schedule.'],
      ['Documents', 'PDF, Word, Markdown, text, HTML and CSV.'],
      ['Embedding models', 'Search by meaning beside the search by words.'],
    ],
  ],
  [
    'Channels',
    [
      ['Website chat', 'One script tag, four ways to stand on the page.'],
      ['Chat by link', 'A page of its own for each agent.'],
      ['WhatsApp', 'On your own business number.'],
      ['Messenger and Instagram', 'On your own pages.'],
      ['Telegram', 'As a bot of yours.'],
      ['Discord', 'As a bot of yours.'],
      ['SMS', 'On numbers of your Twilio account, for conversations and for campaigns.'],
      ['Telephone', 'On numbers of your Twilio account, for calls that come in and for campaigns.'],
    ],
  ],
  [
    'For developers',
    [
      ['REST API', 'Everything that the dashboard does, described in OpenAPI 3.1.'],
      ['Page script', 'Open, send, identify and listen from the page that carries the chat.'],
      ['Functions', 'Your other systems over HTTP, or the tools of an MCP server.'],
      ['MCP', 'Programs such as an assistant on your computer work with your agents, by an access key.'],
      ['Events', 'Signed webhooks for conversations, leads and publishing, sent again when a receiver fails.'],
    ],
  ],
];

export const integrations: PublicPage = {
  path: '/integrations',
  title: 'Integration list',
  description: 'Models, knowledge sources, channels and developer interfaces that work today.',
  frame: 'landing',
  body: (
    <>
      <Intro title="What it connects to" text="Everything listed here can be used today.">
        <Actions>
          <a href="/api/docs">API reference</a>
        </Actions>
      </Intro>
      {GROUPS.map(([title, rows]) => (
        <section className="listing wide" key={title}>
          <h2>{title}</h2>
          <ul>
            {rows.map(([name, text]) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
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
