import { Button, Group, Modal, Text } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import styles from './agencies.module.css';
import { type AgencyField, type AgencyValues, toValues } from './agency-values.ts';
import type { SameFieldSaved } from './save-agency.ts';

interface SameFieldDialogProps {
  met: SameFieldSaved;
  mine: AgencyValues;
  onYield: () => void;
  onInsist: () => void;
  /** Nothing is chosen yet. */
  onClose: () => void;
}

const labels = {
  name: 'overview.name',
  brandingText: 'overview.brandingText',
  squarePhotoURL: 'overview.lightPhoto',
  darkModeSquarePhotourl: 'overview.darkPhoto',
  googleFont: 'theme.font',
  themeVariant: 'theme.variant',
  themeColorUsage: 'theme.usage',
  primary: 'theme.primary',
  themeType: 'theme.type',
  customCSS: 'css.title',
  customTabs: 'tabs.customTabs',
  mainWebsite: 'footer.mainWebsite',
  supportEmail: 'footer.supportEmail',
  tosPage: 'footer.tosPage',
  privacyPolicypPage: 'footer.privacyPolicypPage',
  address: 'footer.address',
  showsPoweredBy: 'footer.showsPoweredBy',
  disablePasswordLogin: 'overview.password',
} as const satisfies Record<AgencyField, string>;

/** The same fields were saved by somebody else, or in another tab: both values, and which of them stays. */
export function SameFieldDialog({ met, mine, onYield, onInsist, onClose }: SameFieldDialogProps) {
  const t = useTexts('agencies');
  const theirs = toValues(met.theirs);
  const say = (field: AgencyField, { [field]: value }: AgencyValues) => {
    if (field === 'disablePasswordLogin') return t(value ? 'met.off' : 'met.on');
    if (typeof value === 'boolean') return t(value ? 'met.on' : 'met.off');
    const text = Array.isArray(value) ? value.map(({ label, href }) => `${label} (${href})`).join(', ') : value;
    return text === '' ? t('met.empty') : text;
  };
  return (
    <Modal opened onClose={onClose} title={t('met.title')} size={640}>
      <Text c="var(--ui-muted)" mb="md">
        {t('met.text')}
      </Text>
      <dl className={styles.met}>
        {met.fields.map((field) => (
          <div key={field}>
            <dt>{t(labels[field])}</dt>
            <dd>
              <span>{t('met.theirs')}</span>
              <b data-text="content">{say(field, theirs)}</b>
            </dd>
            <dd>
              <span>{t('met.mine')}</span>
              <b data-text="content">{say(field, mine)}</b>
            </dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onYield}>
          {t('met.yield')}
        </Button>
        <Button onClick={onInsist} data-autofocus>
          {t('met.insist')}
        </Button>
      </Group>
    </Modal>
  );
}
