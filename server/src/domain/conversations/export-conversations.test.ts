import type { ConversationFilters, ExportPart } from '@antiphon/contract/conversations';
import type { AgentId } from '@antiphon/contract/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import type { Scope } from '../../db/scope.ts';
import { exportConversation, exportConversations } from './export-conversations.ts';

const asked = (text: string) => ({ role: 'visitor' as const, text });

describe.each(await openTestDatabases())('exports of conversations on $name', ({ database }) => {
  const deps = { database };
  let scope: Scope;
  let agentId: AgentId;
  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  });
  const exported = async (format: 'csv' | 'jsonl', filters: ConversationFilters = {}) => {
    const parts: ExportPart[] = [];
    for await (const part of exportConversations(deps, { scope, client: null }, filters, format)) parts.push(part);
    return { parts, text: parts.map(({ text }) => text).join('') };
  };

  test('a table has one safe line a conversation: what a visitor typed is no formula', async () => {
    await makeConversation(database, scope, agentId, [asked('=HYPERLINK("https://evil.example.com";"x")')], {
      contactEmail: '+1@example.com',
      contactMessage: 'Line one\nLine "two"',
      rating: 5,
    });
    const { text, parts } = await exported('csv');
    const [head, ...lines] = text.slice(1).split('\r\n');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(head).toMatch(/^id,agentId,agent,channel,started/);
    expect(lines.join('\n')).toContain(`,5,,'+1@example.com,"Line one\nLine ""two""",`);
    expect(lines.join('\n')).toContain(`"'=HYPERLINK(""https://evil.example.com"";""x"")"`);
    expect(parts.at(-1)).toEqual({ text: '', done: 1, total: 1, isLast: true });
  });

  test('lines of JSON hold the transcript, in pieces that tell how far they are; filters hold', async () => {
    for (let at = 0; at < 205; at++)
      await makeConversation(database, scope, agentId, [asked(`Question ${at}`), { role: 'agent', text: 'Answer' }], {
        lastMessageAt: new Date(Date.now() - at * 1_000),
      });
    await makeConversation(database, scope, agentId, [asked('Try')], { isTest: true });
    const { parts, text } = await exported('jsonl', { channel: 'widget' });
    expect(parts.map(({ done, total, isLast }) => [done, total, isLast])).toEqual([
      [200, 205, false],
      [205, 205, false],
      [205, 205, true],
    ]);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(205);
    expect(lines[7]).toMatchObject({
      firstQuestion: 'Question 7',
      transcript: [
        { text: 'Question 7', role: 'visitor' },
        { text: 'Answer', role: 'agent' },
      ],
    });
  });

  test('one conversation is a text to read or a document to process', async () => {
    const citations = [
      { number: 1, documentId: 'd', title: 'Prices', url: 'https://example.com/p', headingPath: [], excerpt: '' },
    ];
    const attachments = [{ id: 'f', name: 'plan.pdf', type: 'application/pdf', bytes: 9, url: '/f' }];
    const id = await makeConversation(
      database,
      scope,
      agentId,
      [
        { ...asked('What does it cost?'), attachments },
        { role: 'agent', text: '28 euros [1]', citations },
      ],
      {
        rating: 4,
        ratingComment: 'Quick',
        contactEmail: 'ann@example.com',
        createdAt: new Date('2026-02-03T04:05:06Z'),
      },
    );
    const file = await exportConversation(deps, { scope, client: null }, id, 'txt');
    expect(file.name).toBe(`conversation-2026-02-03-${id}.txt`);
    const text = await file.text();
    for (const part of [
      'Agent: A',
      'Rating: 4 of 5 Quick',
      'Contact: ann@example.com',
      'Visitor\nWhat does it cost?\n[File: plan.pdf]',
      '28 euros [1]\n[1] Prices https://example.com/p',
    ])
      expect(text).toContain(part);
    const json = JSON.parse(await (await exportConversation(deps, { scope, client: null }, id, 'json')).text());
    expect(json).toMatchObject({ id, rating: 4, transcript: [{ role: 'visitor' }, { role: 'agent' }] });
    const { scope: other } = await makeKnowledgeAgent(database);
    await expect(exportConversation(deps, { scope: other, client: null }, id, 'txt')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
