import { expect, test } from 'vitest';
import { findFaultyTab } from './agency-tab-names.ts';

test('a fault is shown on the tab that is open, else on the first that has one', () => {
  const errors = { 'customTabs.1.href': 'x', tosPage: 'x', customCSS: 'x' };
  expect(findFaultyTab(errors, 'footer')).toBe('footer');
  expect(findFaultyTab(errors, 'overview')).toBe('theme');
  expect(findFaultyTab({ 'customTabs.1.href': 'x' }, 'email')).toBe('customTabs');
  expect(findFaultyTab({}, 'email')).toBeNull();
});
