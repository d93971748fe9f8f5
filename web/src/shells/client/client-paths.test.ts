import { describe, expect, it } from 'vitest';
import { firstPath, pathOfPage, switchedPath } from './client-paths.ts';

describe('where a client goes', () => {
  it.each([
    ['/app/na/agents/agt_1/convos', '/app/na/agents/agt_2/convos'],
    ['/app/eu/agents/agt_1/convos/cnv_1', '/app/eu/agents/agt_2/convos/cnv_1'],
    ['/app/na/agents/agt_1', '/app/na/agents/agt_2/leads'],
    ['/app/na/agents/agt_1/', '/app/na/agents/agt_2/leads'],
    ['/app/na/c/offers', '/app/na/agents/agt_2/leads'],
  ])('another agent opens at the same place: %s', (from, to) => {
    expect(switchedPath(from, 'agt_2', ['/offers', '/leads', '/home'])).toBe(to);
  });

  it('falls back to overview without any allowed page', () => {
    expect(switchedPath('/app/na/agents/agt_1', 'agt_2', [])).toBe('/app/na/agents/agt_2/overview');
  });

  it('begins at the first agent and the first allowed page; an overview is the home', () => {
    const agents = [{ ID: 'agt_1' }, { ID: 'agt_2' }];
    expect(firstPath('eu', { agents, pages: ['/convos'] })).toBe('/app/eu/agents/agt_1/convos');
    expect(firstPath('na', { agents, pages: [] })).toBe('/app/na/agents/agt_1/home');
    expect(firstPath('na', { agents, pages: ['/offers/summer'] })).toBe('/app/na/c/offers/summer');
    expect(firstPath('na', { agents: [], pages: ['/home'] })).toBeNull();
    expect(pathOfPage('na', 'agt_1', '/overview')).toBe('/app/na/agents/agt_1/home');
  });
});
