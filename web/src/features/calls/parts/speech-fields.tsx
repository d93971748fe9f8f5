import type { VoiceSettings } from '@antiphon/contract/agents';
import { Anchor, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { formatLanguage, formatList } from '../../../ui/format/format.ts';
import { providerNames } from '../../credentials/provider-names.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { useVoices } from '../use-voices.ts';
import styles from './calls.module.css';

/** Who listens and speaks, and with which key. */
export function SpeechFields() {
  const t = useTexts('calls');
  const { settings, patchIn } = useWorkingCopy();
  const { provider } = settings.voice;
  const { langs } = useVoices(provider);
  return (
    <>
      <Select<VoiceSettings['provider']>
        label={t('form.provider')}
        allowDeselect={false}
        w="100%"
        maw={320}
        value={provider}
        // Another one knows neither the key nor the voice of the one before.
        onChange={(next) =>
          next !== null && next !== provider && patchIn('voice', { provider: next, credentialId: null, voice: '' })
        }
        data={[
          { value: 'browser', label: t('form.providerBrowser') },
          { value: 'deepgram', label: providerNames.deepgram },
        ]}
      />
      {provider === 'browser' ? (
        <p className={styles.note}>{t('form.browser')}</p>
      ) : (
        <>
          {langs.length > 0 && (
            <p className={styles.note}>{t('form.deepgram', { languages: formatList(langs.map(formatLanguage)) })}</p>
          )}
          <KeyField provider={provider} />
        </>
      )}
    </>
  );
}

function KeyField({ provider }: { provider: Exclude<VoiceSettings['provider'], 'browser'> }) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const { settings, errors, patchIn } = useWorkingCopy();
  const { credentialId } = settings.voice;
  const credentials = useQuery(query.credentials.list.queryOptions({ input: { uid } }));
  const own = credentials.data?.items.filter((one) => one.provider === provider) ?? [];
  const isGone = credentials.isSuccess && credentialId !== null && !own.some(({ id }) => id === credentialId);
  return (
    <Select
      label={t('form.key')}
      allowDeselect={false}
      w="100%"
      maw={320}
      value={credentialId}
      placeholder={t('form.keyChoose')}
      error={
        errors['voice.credentialId'] ??
        (isGone ? t('form.keyGone') : undefined) ??
        (credentials.isError ? t('form.keysFailed') : undefined)
      }
      onChange={(value) => patchIn('voice', { credentialId: own.find(({ id }) => id === value)?.id ?? null })}
      data={[
        ...own.map(({ id, label, last4 }) => ({ value: id as string, label: t('form.keyEnds', { label, last4 }) })),
        ...(isGone ? [{ value: credentialId as string, label: t('form.keyDeleted') }] : []),
      ]}
      description={
        <RichText
          of="calls"
          text={credentialId === null ? 'form.keyMissing' : 'form.keyHint'}
          tags={{
            link: (
              <Anchor
                fz={12}
                underline="always"
                renderRoot={(props) => (
                  <Link to="/app/$region/credentials" params={{ region: currentRegion() }} {...props} />
                )}
              />
            ),
          }}
        />
      }
    />
  );
}

const anyVoice = '';

/** Of a browser typed by its name; of a provider chosen from its list, those of the agent's languages first. */
export function VoiceField() {
  const t = useTexts('calls');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { voice, lang, translations } = settings;
  const { items, langs, isError } = useVoices(voice.provider);
  if (voice.provider === 'browser')
    return (
      <TextInput
        label={t('form.voice')}
        description={t('form.voiceHint')}
        placeholder={t('form.voiceAny')}
        value={voice.voice}
        error={errors['voice.voice']}
        onChange={(event) => patchIn('voice', { voice: event.currentTarget.value })}
      />
    );
  const spoken = [lang, ...Object.keys(translations)].map((one) => one.split('-')[0] ?? '');
  const own = langs.filter((one) => spoken.includes(one));
  // One that speaks whatever its visitors speak may speak any of them.
  const shown = own.length > 0 && lang !== 'automatic' ? own : [...own, ...langs.filter((one) => !own.includes(one))];
  const isGone = items.length > 0 && voice.voice !== '' && !items.some(({ id }) => id === voice.voice);
  const isOther = !isGone && voice.voice !== '' && !shown.some((one) => voice.voice.endsWith(`-${one}`));
  const groups = isOther ? [...shown, ...langs.filter((one) => voice.voice.endsWith(`-${one}`))] : shown;
  return (
    <Select
      label={t('form.voice')}
      description={t('form.voiceOfHint')}
      allowDeselect={false}
      searchable
      w="100%"
      maw={320}
      value={voice.voice}
      error={
        errors['voice.voice'] ??
        (isGone ? t('form.voiceGone') : undefined) ??
        (isError ? t('form.voicesFailed') : undefined)
      }
      onChange={(value) => value !== null && patchIn('voice', { voice: value })}
      data={[
        { value: anyVoice, label: t('form.voiceAny') },
        ...(isGone ? [{ value: voice.voice, label: voice.voice }] : []),
        ...groups.map((one) => ({
          group: formatLanguage(one),
          items: items.filter((of) => of.lang === one).map(({ id, name }) => ({ value: id, label: name })),
        })),
      ]}
    />
  );
}
