import { describe, expect, it } from 'vitest';
import { countPrompt, countTokens } from './tokens.rules.ts';

describe('tokens of a text', () => {
  // Counted by the tokenizers o200k and cl100k: the larger of the two.
  it.each([
    ['We rent electric bikes for 28 euros a day, helmets are free of charge.', 17],
    [
      'Unsere Lieferzeiten betragen in der Regel drei bis fünf Werktage. Rücksendungen sind innerhalb von vierzehn Tagen kostenfrei möglich, sofern die Ware unbenutzt ist.',
      46,
    ],
    [
      'Siparişleriniz üç ile beş iş günü içinde teslim edilir. Ürünleri on dört gün içinde ücretsiz iade edebilirsiniz.',
      44,
    ],
    [
      'Zamówienia dostarczamy zwykle w ciągu trzech do pięciu dni roboczych. Zwroty są bezpłatne przez czternaście dni.',
      43,
    ],
    [
      'Обычно мы доставляем заказы в течение трёх-пяти рабочих дней. Возврат товара возможен в течение четырнадцати дней.',
      54,
    ],
    ['نقوم عادة بتوصيل الطلبات خلال ثلاثة إلى خمسة أيام عمل. يمكن إرجاع المنتجات مجانا خلال أربعة عشر يوما.', 73],
    ['我们通常在三到五个工作日内送货。如果商品未使用，您可以在十四天内免费退货。请联系我们的客服。', 40],
    ['हम आमतौर पर तीन से पांच कार्य दिवसों में डिलीवरी करते हैं। अप्रयुक्त सामान चौदह दिनों में वापस किया जा सकता है।', 108],
    ['Tel. +49 30 12345678, IBAN DE89 3704 0044 0532 0130 00, 1,299.00 EUR, 2026-11-22T21:54:00Z, id 7f3a9c02b1', 64],
  ])('are as many as tokenizers count, and at most twice as many: %s', (text, counted) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(counted);
    expect(countTokens(text)).toBeLessThanOrEqual(2 * counted);
  });

  it('of a prompt are those of all that is sent', () => {
    const prompt = { system: 'Be kind.', messages: [{ content: 'Hello' }], tools: [] };
    const tool = { name: 'note', description: 'Notes', inputSchema: {} };
    expect(countPrompt(prompt)).toBeGreaterThan(countTokens('Be kind.') + countTokens('Hello'));
    expect(countPrompt({ ...prompt, tools: [tool] })).toBeGreaterThan(countPrompt(prompt) + 300);
  });
});
