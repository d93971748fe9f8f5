import type { EmailId } from '@antiphon/contract/ids';
import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Page, PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import styles from './mail-view.module.css';

/** One mail as its reader sees it. In its frame nothing runs; its links open a page of their own. */
export function MailView({ id }: { id: string }) {
  const t = useTexts('email');
  const { region } = useParams({ from: '/app/$region/outbox' });
  const [view, setView] = useState<'html' | 'text'>('html');
  const mail = useQuery(query.email.getOutboxEmail.queryOptions({ input: { emailId: id as EmailId } }));
  const back = (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.5} className="mirrored" aria-hidden="true" />}
      renderRoot={(props) => <Link to="/app/$region/outbox" params={{ region }} {...props} />}
    >
      {t('back')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={mail.data?.subject ?? t('title')}
        description={mail.data && t('to', { address: mail.data.to })}
        action={back}
      >
        <SegmentedControl
          aria-label={t('view')}
          size="xs"
          value={view}
          onChange={setView}
          data={[
            { value: 'html', label: t('html') },
            { value: 'text', label: t('text') },
          ]}
        />
      </PageHeader>
      {mail.isPending && <RowsSkeleton rows={6} />}
      {mail.isError && <LoadFailure title={t('gone')} problem={toProblem(mail.error)} />}
      {mail.data && view === 'html' && (
        <iframe
          className={styles.frame}
          title={mail.data.subject}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={`<base target="_blank">${mail.data.html}`}
        />
      )}
      {mail.data && view === 'text' && (
        <pre className={styles.text} dir="ltr">
          {mail.data.text}
        </pre>
      )}
    </Page>
  );
}
