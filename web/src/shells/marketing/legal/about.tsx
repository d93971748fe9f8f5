import { OperatorName, platformName } from '../parts/slots.tsx';
import { legalPage } from './legal-page.tsx';

export const about = legalPage({
  path: '/legal/about',
  title: 'About us',
  description: 'What this platform is for, what it believes about answers, and who runs it.',
  lead: `${platformName} is a platform for AI conversation agents that agencies build for their clients.`,
  sections: [
    [
      'What it is for',
      <p key="0">
        Most websites already hold the answers that people write in to ask for. {platformName} reads those pages and
        gives the answers at once, with the place where they stand, and passes on to people what only people can decide.
      </p>,
    ],
    [
      'What we hold to',
      <p key="0">
        An answer shows its source. An agent that does not know says so. A person who talks to a machine is told. What
        something cost can be looked up to the last credit. What is not built yet is called “in preparation”.
      </p>,
    ],
    [
      'Who runs it',
      <p key="0">
        This installation is run by <OperatorName />. The software can be run by anybody, so an agent that you meet
        elsewhere may stand under somebody else’s responsibility; ask on the site where you met it.
      </p>,
    ],
  ],
});
