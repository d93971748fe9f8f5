import { Actions, Intro } from '../parts/intro.tsx';
import { Closing, Passage, Points, Readiness } from '../parts/passage.tsx';
import { Picture } from '../parts/picture.tsx';
import { platformName } from '../parts/slots.tsx';
import type { PublicPage } from '../public-page.ts';

export const forAgencies: PublicPage = {
  path: '/landing2',
  title: 'For agencies that sell under their own brand',
  description:
    'Build AI agents for many clients from one workspace, in each client’s colors and without our name, and see what each of them costs you.',
  frame: 'landing',
  body: (
    <>
      <Intro
        kicker="For agencies"
        title={
          <>
            Your client hires you. <em>We stay out of the picture.</em>
          </>
        }
        text={`With ${platformName} you build an agent from each client’s website, put it there in that client’s colors, and know to the credit what it costs you.`}
      >
        <Actions>
          <a className="button" href="/signup">
            Build one for a client
          </a>
          <a href="/pricing">Plans and prices</a>
        </Actions>
      </Intro>
      <Passage question="How long until I can show something?" answer="About as long as this page takes to read.">
        <ol className="steps">
          <li>
            <h3>Give it the address</h3>
            <p>
              The site is read page by page: up to 500 of them, or what its sitemap lists. Price lists and manuals come
              along as files.
            </p>
          </li>
          <li>
            <h3>Ask what a customer would ask</h3>
            <p>The test chat stands beside everything you change, with the passages that each answer was made of.</p>
          </li>
          <li>
            <h3>Show it on their site</h3>
            <p>
              Choose colors, font and greeting, publish, and hand over one script tag. Or send a link to the chat alone.
            </p>
          </li>
        </ol>
      </Passage>
      <Passage question="Whose name will visitors see?" answer="Your client’s, or yours. Never ours.">
        <div className="beside">
          <Points
            items={[
              [
                'A neutral script',
                'The tag, the files and the code that a visitor’s browser loads carry no product’s name.',
              ],
              [
                'Its own look',
                'Palette, font, position, greeting and suggested questions for each agent, and CSS for what is left.',
              ],
              [
                'Readable on any brand',
                'A pale yellow or a near-black gets text that can be read, by itself, by day and by night.',
              ],
            ]}
          />
          <Picture
            name="chat"
            sizes="(max-width: 40em) calc(100vw - 32px), 360px"
            alt="The chat of a bicycle shop on a phone, without the name of any platform."
          />
        </div>
      </Passage>
      <Passage question="What earns me money here?" answer="Your brand, and what you sell in it.">
        <Readiness
          works={[
            'One workspace with as many agents as you need',
            'The neutral chat on any number of sites',
            'Agents that answer on WhatsApp and SMS numbers, Facebook pages and Instagram accounts of your clients, and as their Telegram and Discord bots',
            'Agents that answer your clients’ phone numbers at Twilio, and call leads who agreed to it',
            'One agent as the model for many clients’ agents, improved in all of them at once',
            'Usage by agent, so that you know what to bill',
            'Monthly limits of messages and credits for each agent',
            'A trial of the white-label side',
            'Your logo, palette, font and footer around a dashboard for clients, on your own domain',
            'Mail to your clients from your own domain',
            'Organizations, clients and the pages each of them may see',
            'Plans and credits that you sell at your price, paid to your account',
          ]}
        />
      </Passage>
      <Closing
        title="Bring a client’s address."
        text="Build the agent first and decide about the rest when they have seen it."
      />
    </>
  ),
};
