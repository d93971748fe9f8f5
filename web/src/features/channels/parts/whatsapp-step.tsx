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

interface WhatsAppStepProps {
  /** The number that is connected anew, with its IDs; null for a new one. */
  broken: ChannelConnection | null;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** The four that Meta gives for a number, and where they are found. */
export function WhatsAppStep({ broken, onConnected, onClose }: WhatsAppStepProps) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const checks = useMetaChecks();
  const form = useForm({
    initialValues: {
      phoneNumberId: broken?.externalId ?? '',
      accountId: broken?.accountId ?? '',
      token: '',
      appSecret: '',
    },
    validate: {
      phoneNumberId: checks.id(t('whatsapp.phoneNumberIdMissing')),
      accountId: checks.id(t('whatsapp.accountIdMissing')),
      token: checks.token,
      appSecret: checks.secret,
    },
  });
  return (
    <ConnectForm
      form={form}
      connect={(input) => api.channels.connectWhatsApp({ uid, agentId: agent.ID, ...input })}
      onConnected={onConnected}
      onClose={onClose}
    >
      {(isAsking) => {
        const plain = { autoComplete: 'off', dir: 'ltr', readOnly: isAsking } as const;
        return (
          <>
            <MetaSteps />
            <TextInput
              label={t('whatsapp.phoneNumberId')}
              description={t('whatsapp.phoneNumberIdHint')}
              inputMode="numeric"
              maxLength={40}
              data-autofocus
              {...plain}
              {...form.getInputProps('phoneNumberId')}
            />
            <TextInput
              label={t('whatsapp.accountId')}
              inputMode="numeric"
              maxLength={40}
              {...plain}
              {...form.getInputProps('accountId')}
            />
            <SecretInput
              label={t('whatsapp.accessToken')}
              maxLength={1_000}
              readOnly={isAsking}
              {...form.getInputProps('token')}
            />
            <SecretInput
              label={t('whatsapp.appSecret')}
              description={t('whatsapp.secretHint')}
              maxLength={100}
              readOnly={isAsking}
              {...form.getInputProps('appSecret')}
            />
          </>
        );
      }}
    </ConnectForm>
  );
}

function MetaSteps() {
  const t = useTexts('channels');
  return (
    <ol className={styles.steps}>
      <li>
        <RichText of="channels" text="whatsapp.app" tags={{ link: metaLink }} />
      </li>
      <li>{t('whatsapp.ids')}</li>
      <li>{t('whatsapp.system')}</li>
    </ol>
  );
}
