import type { ChannelConnection } from '@antiphon/contract/channels';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './channels.module.css';
import { ConnectForm } from './connect-form.tsx';
import { metaLink, useMetaChecks } from './meta-fields.tsx';
import { SecretInput } from './secret-input.tsx';

interface PageStepProps {
  provider: 'messenger' | 'instagram';
  /** The page or account that is connected anew, with its app; null for a new one. */
  broken: ChannelConnection | null;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** The three that Meta gives for an app and its page, and where they are found. The token tells which page it is, and whose Instagram account. */
export function PageStep({ provider, broken, onConnected, onClose }: PageStepProps) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const checks = useMetaChecks();
  const form = useForm({
    initialValues: { token: '', appId: broken?.accountId ?? '', appSecret: '' },
    validate: {
      token: checks.token,
      appId: checks.id(t('messenger.appIdMissing')),
      appSecret: checks.secret,
    },
  });
  return (
    <ConnectForm
      form={form}
      connect={(input) => {
        const given = { uid, agentId: agent.ID, ...input };
        return provider === 'messenger' ? api.channels.connectMessenger(given) : api.channels.connectInstagram(given);
      }}
      onConnected={onConnected}
      onClose={onClose}
    >
      {(isAsking) => (
        <>
          <ol className={styles.steps}>
            <li>
              <RichText of="channels" text={`${provider}.app`} tags={{ link: metaLink }} />
            </li>
            <li>{t(`${provider}.page`)}</li>
            <li>{t('messenger.ids')}</li>
          </ol>
          <SecretInput
            label={t('messenger.pageToken')}
            maxLength={1_000}
            readOnly={isAsking}
            data-autofocus
            {...form.getInputProps('token')}
          />
          <TextInput
            label={t('messenger.appId')}
            inputMode="numeric"
            maxLength={40}
            autoComplete="off"
            dir="ltr"
            readOnly={isAsking}
            {...form.getInputProps('appId')}
          />
          <SecretInput
            label={t('whatsapp.appSecret')}
            description={t('whatsapp.secretHint')}
            maxLength={100}
            readOnly={isAsking}
            {...form.getInputProps('appSecret')}
          />
        </>
      )}
    </ConnectForm>
  );
}
