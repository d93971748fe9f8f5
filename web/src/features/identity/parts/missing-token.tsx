import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { EntryFrame } from './entry-frame.tsx';

interface MissingTokenProps {
  title: string;
  /** Where a new link is asked for. */
  to: '/login' | '/forgot-password';
  region: string | undefined;
}

/** A mail's link that lost its end on the way, or a page that was loaded again. */
export function MissingToken({ title, to, region }: MissingTokenProps) {
  const t = useTexts('identity');
  return (
    <EntryFrame title={title} lead={t('magicLink.missing')}>
      <Button fullWidth size="md" renderRoot={(props) => <Link to={to} search={{ region }} {...props} />}>
        {t('magicLink.askAgain')}
      </Button>
    </EntryFrame>
  );
}
