import { limits } from '@antiphon/contract/limits';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import type { AgencyForm } from './agency-values.ts';

const links = ['mainWebsite', 'tosPage', 'privacyPolicypPage'] as const;

export function FooterFields({ form }: { form: AgencyForm }) {
  const t = useTexts('agencies');
  return (
    <FormSection title={t('tabs.footer')} description={t('footer.hint')}>
      {links.map((link) => (
        <TextInput
          key={link}
          type="url"
          label={t(`footer.${link}`)}
          placeholder="https://example.com"
          maxLength={2_000}
          {...form.getInputProps(link)}
        />
      ))}
      <TextInput
        type="email"
        label={t('footer.supportEmail')}
        placeholder="help@example.com"
        {...form.getInputProps('supportEmail')}
      />
      <Textarea
        label={t('footer.address')}
        maxLength={limits.agencyAddressCharsMax}
        autosize
        minRows={2}
        {...form.getInputProps('address')}
      />
      <Switch
        label={t('footer.showsPoweredBy')}
        description={t('footer.showsPoweredByHint')}
        {...form.getInputProps('showsPoweredBy', { type: 'checkbox' })}
      />
    </FormSection>
  );
}
