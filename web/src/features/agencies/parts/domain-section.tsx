import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import type { Problem } from '../../../problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './domain.module.css';

/** Longer is no name, and the server says so. */
const TYPED_CHARS_MAX = 300;

/** The product subdomain: claimed at once, not with the form. */
export function DomainSection({ view, agency }: { view: AgencyView; agency: Agency }) {
  const t = useTexts('agencies');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const refusal = ({ code, message }: Problem) => (code === 'invalid_input' ? t('domains.malformed') : message);
  const reload = () => queryClient.invalidateQueries({ queryKey: query.agencies.key() });
  const claiming = useMutation({
    mutationFn: () => api.agencies.claimDomain({ uid, customDomain: typed, isVGSubdomain: true }),
    meta: { success: t('domains.claimed'), failure: t('domains.claimFailed'), kept: t('domains.kept') },
    onSuccess: async () => {
      setTyped('');
      await reload();
    },
  });
  const releasing = useMutation({
    mutationFn: () => api.agencies.releaseDomain({ query: { domain: agency.VGsubDomain, domainType: 'vgSubdomain' } }),
    meta: { success: t('domains.released'), failure: t('domains.releaseFailed') },
    onSuccess: async () => {
      setAsking(false);
      await reload();
    },
  });
  const claim = (event: FormEvent) => {
    event.preventDefault();
    if (agency.VGsubDomain === '') claiming.mutate();
    else setReplacing(true);
  };
  const { canEdit } = view.abilities;
  // Where clients are sent may be a domain of the agency's own by now.
  const url = agency.VGsubDomain === '' ? '' : addressOn(agency.VGsubDomain, view.clientUrl);
  return (
    <FormSection title={t('domains.title')} description={t('domains.hint')}>
      {agency.VGsubDomain !== '' && (
        <>
          <Group gap={8}>
            <StatusBadge tone="good">{t('domains.live')}</StatusBadge>
            <Anchor className={styles.breaks} dir="ltr" href={url} target="_blank" rel="noreferrer" data-text="content">
              {agency.VGsubDomain}
            </Anchor>
          </Group>
          <CopyField label={t('domains.address')} value={url} />
        </>
      )}
      {!canEdit && agency.VGsubDomain === '' && <p className={styles.meaning}>{t('domains.noneYet')}</p>}
      {canEdit && (
        <form onSubmit={claim}>
          <TextInput
            label={agency.VGsubDomain === '' ? t('domains.name') : t('domains.another')}
            description={t('domains.nameHint', { host: `${typed.trim().toLowerCase() || 'acme'}.${view.rootDomain}` })}
            value={typed}
            maxLength={TYPED_CHARS_MAX}
            autoCapitalize="none"
            spellCheck={false}
            error={claiming.isError ? refusal(toProblem(claiming.error)) : undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              claiming.reset();
            }}
          />
          <Group gap={8} mt={12}>
            <Button type="submit" disabled={typed.trim() === ''} loading={claiming.isPending}>
              {t('domains.claim')}
            </Button>
            {agency.VGsubDomain !== '' && (
              <Button variant="default" onClick={() => setAsking(true)}>
                {t('domains.release')}
              </Button>
            )}
          </Group>
        </form>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('domains.releaseTitle')}
        confirmLabel={t('domains.release')}
        onConfirm={() => releasing.mutate()}
      >
        <span className={styles.breaks}>{t('domains.releaseText', { host: agency.VGsubDomain })}</span>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isReplacing}
        onClose={() => setReplacing(false)}
        title={t('domains.replaceTitle')}
        confirmLabel={t('domains.claim')}
        onConfirm={() => {
          setReplacing(false);
          claiming.mutate();
        }}
      >
        <span className={styles.breaks}>{t('domains.releaseText', { host: agency.VGsubDomain })}</span>
      </ConfirmDialog>
    </FormSection>
  );
}

const addressOn = (host: string, clientUrl: string) => Object.assign(new URL(clientUrl), { hostname: host }).origin;
