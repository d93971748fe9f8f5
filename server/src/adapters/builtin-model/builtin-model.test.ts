import { streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import type { PassageQuestion } from '../../domain/answers/answers.ports.ts';
import { makeBuiltinModel } from './builtin-model.ts';

const asked: PassageQuestion[] = [];
const model = makeBuiltinModel((question) => {
  asked.push(question);
  return { text: 'Thirty days, and it is free. [1]', outcome: 'answered', used: [1], isUnsure: false };
});
const passages = [{ title: 'Returns', headingPath: [], text: 'Thirty days.' }];

describe('the built-in model behind the AI SDK', () => {
  it('streams word by word, tells its outcome, and is given the turns and the passages', async () => {
    const result = streamText({
      model,
      instructions: 'Be friendly.',
      messages: [
        { role: 'user', content: 'Do you sell lamps?' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'How long can I return them?' },
      ],
      providerOptions: { builtin: { passages, confidence: 0.8, lang: 'en', turns: ['Do you sell lamps?'] } },
    });
    const deltas: string[] = [];
    let outcome: unknown;
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') deltas.push(part.text);
      if (part.type === 'finish-step') outcome = part.providerMetadata?.builtin?.outcome;
    }
    expect(deltas.join('')).toBe('Thirty days, and it is free. [1]');
    expect(deltas.length).toBe(7);
    expect(outcome).toBe('answered');
    expect(asked.at(-1)).toEqual({
      question: 'How long can I return them?',
      turns: ['Do you sell lamps?'],
      passages,
      confidence: 0.8,
      lang: 'en',
    });
  });

  it('answers from nothing when it is given nothing', async () => {
    await streamText({ model, messages: [{ role: 'user', content: 'Hi' }] }).text;
    expect(asked.at(-1)).toEqual({ question: 'Hi', turns: [], passages: [], confidence: 0, lang: '' });
  });
});
