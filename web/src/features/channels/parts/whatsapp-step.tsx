import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './channels.module.css';
import { ConnectForm } from './connect-form.tsx';

interface WhatsAppStepProps {
  /** The number that is connected anew, with its IDs; null for a new one. */
  broken: ChannelConnection | null;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

const APPS = 'https://developers.facebook.com/apps';
const looksLikeId = /^\d{5,25}$/;
const looksLikeToken = /^[\w|.-]{20,1000}$/;
const looksLikeSecret = /^[\da-f]{32}$/i;

/** The four that Meta gives for a number, and where they are found. */
export function WhatsAppStep({ broken, onConnected, onClose }: WhatsAppStepProps) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const checked = (looksRight: RegExp, missing: string, malformed: string) => (value: string) => {
    if (value.trim() === '') return missing;
    return looksRight.test(value.trim()) ? null : malformed;
  };
  const malformedId = t('whatsapp.idMalformed');
  const form = useForm({
    initialValues: {
      phoneNumberId: broken?.externalId ?? '',
      accountId: broken?.accountId ?? '',
      token: '',
      appSecret: '',
    },
    validate: {
      phoneNumberId: checked(looksLikeId, t('whatsapp.phoneNumberIdMissing'), malformedId),
      accountId: checked(looksLikeId, t('whatsapp.accountIdMissing'), malformedId),
      token: checked(looksLikeToken, t('whatsapp.accessTokenMissing'), t('whatsapp.accessTokenMalformed')),
      appSecret: checked(looksLikeSecret, t('whatsapp.appSecretMissing'), t('whatsapp.appSecretMalformed')),
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
        const secret = { ...plain, visibilityToggleButtonProps: { 'aria-label': t('whatsapp.showSecret') } };
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
            <PasswordInput
              label={t('whatsapp.accessToken')}
              maxLength={1_000}
              {...secret}
              {...form.getInputProps('token')}
            />
            <PasswordInput
              label={t('whatsapp.appSecret')}
              description={t('whatsapp.secretHint')}
              maxLength={100}
              {...secret}
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
  const link = <Anchor dir="ltr" href={APPS} target="_blank" rel="noreferrer" inherit underline="always" />;
  return (
    <ol className={styles.steps}>
      <li>
        <RichText of="channels" text="whatsapp.app" tags={{ link }} />
      </li>
      <li>{t('whatsapp.ids')}</li>
      <li>{t('whatsapp.system')}</li>
    </ol>
  );
}
