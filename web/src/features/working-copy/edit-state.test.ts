import { type Agent, AgentSettings } from '@antiphon/contract/agents';
import { describe, expect, it } from 'vitest';
import { edit, hasEdits, isSame, startEditing } from './edit-state.ts';

const settings = (change: Partial<AgentSettings> = {}) => AgentSettings.parse({ title: 'Help desk', ...change });
const agent = (draftRevision: number, change: Partial<AgentSettings> = {}) =>
  ({ draftRevision, settings: settings(change) }) as Agent;
const retitle = (title: string) => ({
  type: 'changed' as const,
  change: (old: AgentSettings) => ({ ...old, title }),
});

describe('the working copy while it is edited', () => {
  it('is unchanged again when an edit is taken back by hand', () => {
    const changed = edit(startEditing(agent(1)), retitle('Sales'));
    expect(hasEdits(changed)).toBe(true);
    expect(hasEdits(edit(changed, retitle('Help desk')))).toBe(false);
  });

  it('keeps what was typed while the save was on its way', () => {
    const sent = edit(startEditing(agent(1)), retitle('Sales'));
    const typed = edit(sent, retitle('Sales team'));
    const saved = edit(typed, { type: 'saved', agent: agent(2, { title: 'Sales' }), sent: sent.settings });
    expect(saved.settings.title).toBe('Sales team');
    expect(hasEdits(saved)).toBe(true);
    expect(saved.baseRevision).toBe(2);
  });

  it('takes the form that the server gave to what was sent', () => {
    const sent = edit(startEditing(agent(1)), retitle('Sales '));
    const saved = edit(sent, { type: 'saved', agent: agent(2, { title: 'Sales' }), sent: sent.settings });
    expect(saved.settings.title).toBe('Sales');
    expect(hasEdits(saved)).toBe(false);
  });

  it('never loses edits to a copy that was read again', () => {
    const changed = edit(startEditing(agent(1)), retitle('Mine'));
    expect(edit(changed, { type: 'read', agent: agent(5, { title: 'Theirs' }) })).toBe(changed);
    const clean = edit(startEditing(agent(1)), { type: 'read', agent: agent(5, { title: 'Theirs' }) });
    expect(clean.settings.title).toBe('Theirs');
    expect(edit(clean, { type: 'read', agent: agent(4, { title: 'Older' }) })).toBe(clean);
  });

  it('keeps mine on top of theirs after a conflict', () => {
    const mine = edit(startEditing(agent(1)), retitle('Mine'));
    const conflicted = edit(mine, { type: 'conflicted', theirs: agent(7, { title: 'Theirs' }) });
    expect(conflicted.settings.title).toBe('Mine');
    const kept = edit(conflicted, { type: 'keptMine' });
    expect(kept).toMatchObject({
      baseRevision: 7,
      theirs: null,
      base: { title: 'Theirs' },
      settings: { title: 'Mine' },
    });
  });

  it('asks again at the next save where nothing was chosen', () => {
    const conflicted = edit(edit(startEditing(agent(1)), retitle('Mine')), {
      type: 'conflicted',
      theirs: agent(7, {}),
    });
    expect(edit(conflicted, { type: 'undecided' })).toMatchObject({
      baseRevision: 1,
      theirs: null,
      settings: { title: 'Mine' },
    });
  });

  it('reloads theirs, or discards to the base', () => {
    const mine = edit(startEditing(agent(1)), retitle('Mine'));
    expect(edit(mine, { type: 'replaced', agent: agent(7, { title: 'Theirs' }) }).settings.title).toBe('Theirs');
    expect(edit(mine, { type: 'discarded' }).settings.title).toBe('Help desk');
  });

  it('compares content, not the order of keys', () => {
    expect(isSame({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true);
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  });
});
