import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { BOT_FATHER } from './channel-address.ts';
import styles from './channels.module.css';
import { ConnectForm } from './connect-form.tsx';

interface TelegramStepProps {
  /** Of the bot whose token is asked for again; null for a new one. */
  handle: string | null;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** How to get a token, and where it goes. */
export function TelegramStep({ handle, onConnected, onClose }: TelegramStepProps) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const form = useForm({
    initialValues: { token: '' },
    validate: {
      token: (value) => {
        if (value.trim() === '') return t('connect.tokenMissing');
        return looksLikeToken.test(value.trim()) ? null : t('connect.tokenMalformed');
      },
    },
  });
  return (
    <ConnectForm
      form={form}
      connect={(input) => api.channels.connectTelegram({ uid, agentId: agent.ID, ...input })}
      onConnected={onConnected}
      onClose={onClose}
    >
      {(isAsking) => (
        <>
          <BotFatherSteps handle={handle} />
          <PasswordInput
            label={t('connect.token')}
            description={t('connect.tokenHint')}
            autoComplete="off"
            maxLength={200}
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

function BotFatherSteps({ handle }: Pick<TelegramStepProps, 'handle'>) {
  const t = useTexts('channels');
  const link = <Anchor dir="ltr" href={BOT_FATHER} target="_blank" rel="noreferrer" inherit underline="always" />;
  return (
    <ol className={styles.steps}>
      <li>
        <RichText of="channels" text="connect.open" tags={{ link }} />
      </li>
      <li>{handle === null ? t('connect.newBot') : t('connect.choose', { handle: `@${handle}` })}</li>
      <li>{t('connect.copy')}</li>
    </ol>
  );
}

const looksLikeToken = /^\d{3,20}:[\w-]{20,150}$/;
