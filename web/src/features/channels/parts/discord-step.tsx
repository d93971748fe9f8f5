import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './channels.module.css';
import { ConnectForm } from './connect-form.tsx';

const APPLICATIONS = 'https://discord.com/developers/applications';

interface DiscordStepProps {
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** How to get the token of a bot, and where it goes. Discord shows it once, so that for one that is connected a new one is made as well. */
export function DiscordStep({ onConnected, onClose }: DiscordStepProps) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const form = useForm({
    initialValues: { token: '' },
    validate: {
      token: (value) => {
        if (value.trim() === '') return t('connect.tokenMissing');
        return looksLikeToken.test(value.trim()) ? null : t('discord.tokenMalformed');
      },
    },
  });
  const link = <Anchor dir="ltr" href={APPLICATIONS} target="_blank" rel="noreferrer" inherit underline="always" />;
  return (
    <ConnectForm
      form={form}
      connect={(input) => api.channels.connectDiscord({ uid, agentId: agent.ID, ...input })}
      onConnected={onConnected}
      onClose={onClose}
    >
      {(isAsking) => (
        <>
          <ol className={styles.steps}>
            <li>
              <RichText of="channels" text="discord.app" tags={{ link }} />
            </li>
            <li>{t('discord.reset')}</li>
          </ol>
          <PasswordInput
            label={t('connect.token')}
            description={t('connect.tokenHint')}
            autoComplete="off"
            maxLength={300}
            dir="ltr"
            readOnly={isAsking}
            visibilityToggleButtonProps={{ 'aria-label': t('connect.showToken') }}
            data-autofocus
            {...form.getInputProps('token')}
          />
        </>
      )}
    </ConnectForm>
  );
}

const looksLikeToken = /^[\w-]{10,80}\.[\w-]{4,20}\.[\w-]{20,120}$/;
