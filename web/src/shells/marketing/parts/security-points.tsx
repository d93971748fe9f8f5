import { Points } from './passage.tsx';

export const SecurityPoints = () => (
  <Points
    items={[
      [
        'Two regions',
        'Europe and North America have a database each. A workspace is made in one of them and stays there.',
      ],
      [
        'Walls between customers',
        'Every query is bound to its workspace in the code, and once more by the row-level security of the database.',
      ],
      [
        'Keys under seal',
        'Keys of model providers are encrypted, shown as their last four characters, and never given out again.',
      ],
      [
        'Nothing reaches inside',
        'Addresses that are to be read are checked at every redirect, so that none leads into a private network.',
      ],
      [
        'No trackers',
        'This site sets no cookie and runs no script to read it. The chat asks for nothing before it is opened.',
      ],
      [
        'Tested for the worst',
        'The ledger is checked across crashes, and every procedure is called as a stranger, on each change.',
      ],
    ]}
  />
);
