import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { type NewAgentValues, suggestTitle, validateNewAgent } from './agent-sources.ts';

beforeAll(() => loadEnglish('new-agent', 'ui'));

const nothing: NewAgentValues = {
  title: '',
  url: '',
  pagesMax: 50,
  textTitle: '',
  text: '',
  files: [],
  agentFile: null,
};

describe('suggestTitle', () => {
  it('takes the site, the first file or the title of the text', () => {
    expect(suggestTitle('website', { ...nothing, url: 'www.example.com/shop' })).toBe('example.com');
    expect(suggestTitle('files', { ...nothing, files: [new File([], 'Price list.pdf')] })).toBe('Price list');
    expect(suggestTitle('text', { ...nothing, textTitle: ' Hours ' })).toBe('Hours');
    const agentFile = { name: 'a.json', size: 2, title: 'Harbour Bakery', content: { settings: {} } };
    expect(suggestTitle('agent', { ...nothing, agentFile })).toBe('Harbour Bakery');
    expect(suggestTitle('text', { ...nothing, text: '\n# Harbour Bakery:\nWe bake.' })).toBe('Harbour Bakery');
  });

  it.each([
    ['Riverside Physio, 12 Mill Lane, Portsfield. Phone 555-0142.', 'Riverside Physio'],
    ['St. Mary’s Garden Center. We sell plants, soil and pots all year.', 'St. Mary’s Garden Center'],
    ['Prof. Lang – lessons in Greek, Latin and Sanskrit for all ages', 'Prof. Lang'],
    ['مخبز الميناء، شارع الطاحونة رقم ١٢، مفتوح كل يوم من السابعة صباحا', 'مخبز الميناء'],
    ['Hours, prices and parking', 'Hours, prices and parking'],
  ])('takes the name that a long first line begins with: %s', (text, name) => {
    expect(suggestTitle('text', { ...nothing, text })).toBe(name);
  });

  it('suggests nothing where there is nothing to take, and never a name that the server would refuse', () => {
    expect(suggestTitle('empty', { ...nothing, url: 'example.com' })).toBe('');
    expect(suggestTitle('website', { ...nothing, url: 'not an address' })).toBe('');
    expect(suggestTitle('text', { ...nothing, textTitle: 'x'.repeat(200) })).toHaveLength(80);
  });
});

describe('validateNewAgent', () => {
  it('asks for what the chosen source needs, and for nothing of the others', () => {
    expect(Object.keys(validateNewAgent('empty', nothing))).toEqual(['title']);
    expect(Object.keys(validateNewAgent('website', nothing))).toEqual(['url']);
    expect(Object.keys(validateNewAgent('files', nothing))).toEqual(['files']);
    expect(Object.keys(validateNewAgent('text', nothing))).toEqual(['text']);
    expect(validateNewAgent('website', { ...nothing, url: 'example.com' })).toEqual({});
  });

  it.each([0, 501, 1.5, ''])('refuses %j pages', (pagesMax) => {
    const values = { ...nothing, url: 'example.com', pagesMax };
    expect(validateNewAgent('website', values).pagesMax).toBe('Please enter a number from 1 to 500.');
  });
});
