import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useMe } from '../../workspaces/use-workspace.ts';
import { BankDialog } from './bank-dialog.tsx';
import { type CardValues, cardRules, EMPTY_CARD } from './card-fields.ts';
import { groupNumber, spaceExpiry } from './card-number.rules.ts';
import { listCountries } from './countries.ts';
import styles from './payments.module.css';
import { TestCards } from './test-cards.tsx';
import { useSaveCard } from './use-save-card.ts';

/** A card, whose it is, and where they live: by the country the currency and tax are chosen. */
export function CardForm({ onDone, onCancel = onDone }: { onDone: () => void; onCancel?: () => void }) {
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const { email, displayName } = useMe();
  const { save, isPending, failure, asked } = useSaveCard(onDone);
  const countries = useMemo(listCountries, []);
  const form = useForm<CardValues>({
    initialValues: { ...EMPTY_CARD, email, name: displayName },
    validate: cardRules(t),
  });
  const text = (name: keyof CardValues, autoComplete: string, maxLength = 200) => ({
    label: t(`fields.${name}`),
    autoComplete,
    maxLength,
    ...form.getInputProps(name),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(save)}>
      {failure && <Notice title={t('failed')}>{failure}</Notice>}
      <TestCards onPick={(number) => form.setValues({ number: groupNumber(number), expiry: '12 / 34', cvc: '123' })} />
      <TextInput
        {...text('number', 'cc-number', 23)}
        inputMode="numeric"
        placeholder="4242 4242 4242 4242"
        dir="ltr"
        data-autofocus
        onChange={(event) => form.setFieldValue('number', groupNumber(event.currentTarget.value))}
      />
      <div className={styles.pair}>
        <TextInput
          {...text('expiry', 'cc-exp', 7)}
          inputMode="numeric"
          placeholder="MM / YY"
          dir="ltr"
          onChange={(event) => form.setFieldValue('expiry', spaceExpiry(event.currentTarget.value, form.values.expiry))}
        />
        <TextInput {...text('cvc', 'cc-csc', 4)} inputMode="numeric" placeholder="123" dir="ltr" />
      </div>
      <TextInput {...text('name', 'cc-name')} />
      <h3 className={styles.group}>{t('invoices')}</h3>
      <TextInput {...text('email', 'email', 254)} type="email" inputMode="email" description={t('fields.emailHint')} />
      <Select
        label={t('fields.country')}
        data={countries}
        searchable
        autoComplete="country"
        nothingFoundMessage={t('fields.noCountry')}
        error={form.errors.country}
        value={form.values.country || null}
        onChange={(value) => form.setFieldValue('country', value ?? '')}
      />
      <TextInput {...text('line1', 'address-line1')} />
      <TextInput {...text('line2', 'address-line2')} />
      <div className={styles.pair}>
        <TextInput {...text('postalCode', 'postal-code', 20)} />
        <TextInput {...text('city', 'address-level2')} />
      </div>
      <TextInput {...text('state', 'address-level1')} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {ui('cancel')}
        </Button>
        <Button type="submit" disabled={isPending}>
          {isPending ? t('processing') : t('save')}
        </Button>
      </Group>
      {asked && <BankDialog {...asked} />}
    </form>
  );
}
