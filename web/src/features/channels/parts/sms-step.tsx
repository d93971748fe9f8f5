import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { TWILIO_CONSOLE } from './channel-address.ts';
import styles from './channels.module.css';
import { ConnectForm } from './connect-form.tsx';
import { SecretInput } from './secret-input.tsx';

interface SmsStepProps {
  /** The number that is connected anew, with its account; null for a new one. */
  broken: ChannelConnection | null;
  onConnected: (channel: ChannelConnection) => void;
  onClose: () => void;
}

/** What Twilio gives for an account, and one of its numbers. */
export function SmsStep({ broken, onConnected, onClose }: SmsStepProps) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const form = useForm({
    initialValues: {
      accountSid: broken?.accountId ?? '',
      authToken: '',
      phoneNumber: broken?.externalId ?? '',
    },
    validate: {
      accountSid: checked(/^AC[\da-f]{32}$/, t('sms.accountSidMissing'), t('sms.accountSidMalformed')),
      authToken: checked(/^[\da-f]{32}$/, t('sms.authTokenMissing'), t('sms.authTokenMalformed')),
      phoneNumber: checked(
        /^\+[1-9](?:[\s().-]*\d){6,14}$/,
        t('sms.phoneNumberMissing'),
        t('sms.phoneNumberMalformed'),
      ),
    },
  });
  return (
    <ConnectForm
      form={form}
      connect={(input) => api.channels.connectSms({ uid, agentId: agent.ID, ...input })}
      onConnected={onConnected}
      onClose={onClose}
    >
      {(isAsking) => {
        const plain = { autoComplete: 'off', dir: 'ltr', readOnly: isAsking, maxLength: 40 } as const;
        return (
          <>
            <TwilioSteps />
            <TextInput label={t('sms.accountSid')} data-autofocus {...plain} {...form.getInputProps('accountSid')} />
            <SecretInput
              label={t('sms.authToken')}
              description={t('sms.authTokenHint')}
              maxLength={100}
              readOnly={isAsking}
              {...form.getInputProps('authToken')}
            />
            <TextInput
              label={t('sms.phoneNumber')}
              description={t('sms.phoneNumberHint')}
              type="tel"
              {...plain}
              {...form.getInputProps('phoneNumber')}
            />
          </>
        );
      }}
    </ConnectForm>
  );
}

function TwilioSteps() {
  const t = useTexts('channels');
  const link = <Anchor dir="ltr" href={TWILIO_CONSOLE} target="_blank" rel="noreferrer" inherit underline="always" />;
  return (
    <ol className={styles.steps}>
      <li>
        <RichText of="channels" text="sms.account" tags={{ link }} />
      </li>
      <li>{t('sms.number')}</li>
      <li>{t('sms.rules')}</li>
    </ol>
  );
}

const checked = (looksRight: RegExp, missing: string, malformed: string) => (value: string) => {
  if (value.trim() === '') return missing;
  return looksRight.test(value.trim()) ? null : malformed;
};
