import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import styles from './parts/channels.module.css';
import { ProviderSection } from './parts/provider-section.tsx';

interface AllChannelsPageProps {
  name: 'meta' | 'whatsappNumbers' | 'twilioNumbers';
  providers: ChannelProvider[];
  /** Before them. */
  children?: ReactNode;
}

/** Where the agents of a workspace are reached at the providers of one company. */
export function AllChannelsPage({ name, providers, children }: AllChannelsPageProps) {
  const t = useTexts('channels');
  return (
    <Page>
      <PageHeader title={t(`pages.${name}.title`)} description={t(`pages.${name}.text`)} />
      {children && <div className={styles.before}>{children}</div>}
      {providers.map((provider) => (
        <ProviderSection key={provider} provider={provider} />
      ))}
    </Page>
  );
}

export const MetaPagesPage = () => <AllChannelsPage name="meta" providers={['messenger', 'instagram']} />;

export const WhatsAppNumbersPage = () => <AllChannelsPage name="whatsappNumbers" providers={['whatsapp']} />;
