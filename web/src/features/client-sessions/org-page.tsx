import type { ClientMe } from '@antiphon/contract/client-sessions';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { languages } from '../../texts/languages.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { Face } from '../../ui/page/face.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import styles from './parts/org-page.module.css';
import { OrgUsers } from './parts/org-users.tsx';
import { useClient } from './use-client.ts';

/** A client's own org: what it is called, how its dashboard is, and for its admins who belongs to it. */
export function OrgPage() {
  const t = useTexts('org-page');
  const me = useClient();
  const navigate = useNavigate();
  const show = (panel: 'about' | 'add-user') =>
    void navigate({ to: '.', search: ((old: object) => ({ ...old, panel })) as never });
  if (!me.org)
    return (
      <Page>
        <PageHeader title={t('title')} />
        <EmptyState title={t('none')} />
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={t('title')}
        action={
          me.abilities.canEditOrg && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => show('about')}
            >
              {t('edit')}
            </Button>
          )
        }
      />
      <div className={styles.sections}>
        <Facts me={me} org={me.org} />
        {me.client.isOrgAdmin && (
          <OrgUsers canAdd={me.abilities.canAddUsers} ownId={me.client.ID} onAdd={() => show('add-user')} />
        )}
      </div>
    </Page>
  );
}

function Facts({ me, org }: { me: ClientMe; org: NonNullable<ClientMe['org']> }) {
  const t = useTexts('org-page');
  const tOrgs = useTexts('orgs');
  const language = languages.find(({ code }) => code === org.preferredLanguage)?.name ?? org.preferredLanguage;
  const tags = org.predefinedTags.length === 0 ? t('noTags') : org.predefinedTags.join(', ');
  return (
    <FormSection title={t('about')} description={t('aboutText')}>
      <div className={styles.face}>
        <Face src={org.squarePhotoURL} name={org.name} size={48} radius={8} />
        <span className={styles.name} data-text="content" dir="auto">
          {org.name}
        </span>
      </div>
      <dl className={styles.facts}>
        <dt>{tOrgs('language')}</dt>
        <dd>
          <bdi>{language}</bdi>
        </dd>
        <dt>{tOrgs('layout')}</dt>
        <dd>{tOrgs(`layouts.${org.dashboardLayout}`)}</dd>
        <dt>{t('tags')}</dt>
        <dd data-text={org.predefinedTags.length === 0 ? undefined : 'content'}>{tags}</dd>
        <dt>{t('agents')}</dt>
        <dd data-text="content" dir="auto">
          {me.agents.map(({ title }) => title).join(', ')}
        </dd>
      </dl>
    </FormSection>
  );
}
