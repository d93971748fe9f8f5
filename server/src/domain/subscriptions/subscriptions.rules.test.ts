import { expect, test } from 'vitest';
import { feedbackOf } from './subscriptions.rules.ts';

test('each reason that is offered is one of the provider’s; one’s own words stand beside “other”', () => {
  const reasons = ['Too expensive', 'Missing features', 'Found a better alternative', 'Temporary need'];
  expect(reasons.map(feedbackOf)).toEqual(
    ['too_expensive', 'missing_features', 'switched_service', 'unused'].map((feedback) => ({ feedback, comment: '' })),
  );
  expect(feedbackOf('We close the shop.')).toEqual({ feedback: 'other', comment: 'We close the shop.' });
});
