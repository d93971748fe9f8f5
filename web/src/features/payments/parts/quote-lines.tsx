import type { Quote } from '@antiphon/contract/quotes';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits, formatMoney } from '../../../ui/format/format.ts';
import { isAddon } from './addon-changes.rules.ts';
import styles from './payments.module.css';

/** By which the provider and its invoices call it (server/src/domain/quotes/data/money.json). */
const TAX_NAMES = ['EU Tax', 'Tax'] as const;
const isTaxName = (name: string | null): name is (typeof TAX_NAMES)[number] =>
  TAX_NAMES.some((known) => known === name);

/** What something costs, line by line, as it will be charged. */
export function QuoteLines({ quote }: { quote: Quote }) {
  const t = useTexts('payments');
  const money = (minor: number) => formatMoney(minor, quote.currency);
  const nameOf = (key: string, name: string) => (isAddon(key) ? t(`addons.names.${key}`) : name);
  const taxName = isTaxName(quote.taxName) ? t(`quote.taxNames.${quote.taxName}`) : (quote.taxName ?? '');
  return (
    <div className={styles.quote}>
      <dl>
        {quote.lines.map(({ key, name, quantity, amount }) => (
          <div key={key}>
            <dt>{quantity === 1 ? nameOf(key, name) : t('quote.times', { name: nameOf(key, name), quantity })}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        {quote.discount > 0 && (
          <div>
            <dt>{t('quote.discount', { name: quote.discountName ?? '' })}</dt>
            <dd>{money(-quote.discount)}</dd>
          </div>
        )}
        {quote.tax > 0 && (
          <div>
            <dt>{t('quote.tax', { name: taxName, percent: quote.taxPercent })}</dt>
            <dd>{money(quote.tax)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{t('quote.total')}</dt>
          <dd>{money(quote.total)}</dd>
        </div>
      </dl>
      {quote.credits > 0 && (
        <p className={styles.quiet}>{t('quote.credits', { credits: formatCredits(quote.credits) })}</p>
      )}
    </div>
  );
}
