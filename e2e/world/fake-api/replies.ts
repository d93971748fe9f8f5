import type { Citation } from '@antiphon/contract/events';

/** What the fake agent answers, chosen by a word in the question; so that a test says in its text what it wants. */
export interface Reply {
  text: string;
  citations?: Citation[];
  isUnknown?: boolean;
  /** Before the first word. */
  waitMs?: number;
  tokenDelayMs?: number;
  error?: 'model_failed' | 'no_credits' | 'limit_reached' | 'interrupted';
  /** Starts, drops what it wrote, and begins anew. */
  restarts?: boolean;
}

const citation = (number: number, title: string, url: string | null): Citation => ({
  number,
  documentId: `doc_${number}`,
  title,
  url,
  headingPath: [],
  excerpt: 'Parcels can be returned within 30 days of delivery, unused and in their original packaging.',
});

const LONG = Array.from(
  { length: 60 },
  (_, at) => `Line ${at}: the quick brown fox jumps over the lazy dog, naïvely – “quoted”, 漢字, 🙂.`,
).join('\n\n');

export function replyTo(question: string): Reply {
  if (question.includes('long')) return { text: LONG, tokenDelayMs: 2 };
  if (question.includes('think')) return { text: 'It was worth the wait.', waitMs: 9_500 };
  if (question.includes('slow')) return { text: LONG, tokenDelayMs: 20 };
  if (question.includes('unknown')) return { text: 'I do not know that.', isUnknown: true };
  if (question.includes('fail')) return { text: 'Let me', error: 'model_failed' };
  if (question.includes('credits')) return { text: '', error: 'no_credits' };
  if (question.includes('restart')) return { text: 'The second attempt is what counts.', restarts: true };
  if (question.includes('evil'))
    return {
      text: 'Look: <img src=x onerror="parent.hacked=1"> ![pixel](https://evil.example/p.png) [go](javascript:alert(1)) <script>parent.hacked=1</script>',
    };
  if (question.includes('format'))
    return {
      text: '## Shipping\n\nThree ways, **each tracked**:\n\n1. Standard, `3-5 days`\n2. Express\n   - before 12:00\n3. Pick-up\n\n| Way | Price |\n| --- | --- |\n| Standard | 4,90 € |\n| Express | 12,90 € |\n\n> Free from 60 €.\n\n```\nGET /orders/42\n```\n\nMore on [our site](https://example.com/shipping).',
    };
  return {
    text: 'You can return parcels within **30 days** [1]. Start in *My orders* and print the label; refunds take up to five working days [2].',
    citations: [citation(1, 'Returns and refunds', 'https://example.com/returns'), citation(2, 'Terms of sale', null)],
    tokenDelayMs: 4,
  };
}
