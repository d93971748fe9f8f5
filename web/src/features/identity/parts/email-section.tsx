import type { Profile } from '@antiphon/contract/identity';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { sendVerification } from '../auth-client.ts';
import { EmailForm } from './email-form.tsx';
import { PendingEmail } from './pending-email.tsx';

interface EmailSectionProps {
  profile: Profile;
  /** To show once more who it is; afterwards the person comes back here. */
  onSignInAgain: () => void;
}

/** The address that one signs in with, and the change that is under way. */
export function EmailSection({ profile, onSignInAgain }: EmailSectionProps) {
  const t = useTexts('identity');
  const [isOpen, setOpen] = useState(false);
  const change = useQuery(query.accounts.getEmailChange.queryOptions());
  const pending = change.data?.email ?? null;
  return (
    <FormSection title={t('address.title')} description={t('address.text')}>
      <Present profile={profile} />
      {change.isError && (
        <LoadFailure
          title={t('address.loadFailed')}
          problem={toProblem(change.error)}
          onRetry={() => void change.refetch()}
        />
      )}
      {pending !== null && <PendingEmail email={pending} />}
      {change.data && pending === null && !isOpen && (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('address.change')}
          </Button>
        </div>
      )}
      {pending === null && isOpen && (
        <EmailForm hasPassword={profile.hasPassword} onClose={() => setOpen(false)} onSignInAgain={onSignInAgain} />
      )}
    </FormSection>
  );
}

function Present({ profile: { email, emailVerified } }: { profile: Profile }) {
  const t = useTexts('identity');
  const verify = useMutation({
    mutationFn: () => sendVerification(email),
    meta: { success: t('account.verificationSent'), failure: t('sent.failed') },
  });
  return (
    <div>
      <TextInput label={t('email')} value={email} readOnly dir="ltr" />
      <Group mt="xs" gap="sm">
        <StatusBadge tone={emailVerified ? 'good' : 'warn'}>
          {t(emailVerified ? 'account.verified' : 'account.unverified')}
        </StatusBadge>
        {!emailVerified && (
          <Button size="compact-sm" variant="default" onClick={() => verify.mutate()} loading={verify.isPending}>
            {t('account.sendVerification')}
          </Button>
        )}
      </Group>
    </div>
  );
}
