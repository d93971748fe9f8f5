import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAnew } from './read-anew.ts';

const queryKey = ['list'];

/** A list that is shown, whose answers arrive when the test says so, and say what was true when they were asked for. */
function showList() {
  const client = new QueryClient();
  let truth = 'before';
  const answers: (() => void)[] = [];
  const queryFn = () => {
    const seen = truth;
    return new Promise<string>((resolve) => answers.push(() => resolve(seen)));
  };
  const shown = new QueryObserver(client, { queryKey, queryFn });
  shown.subscribe(() => {});
  const answer = async () => {
    answers.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return {
    answers,
    answer,
    shown: () => shown.getCurrentResult().data,
    change: (next: string) => {
      truth = next;
      void readAnew(client, queryKey);
    },
  };
}

test('a change during the first read is shown', async () => {
  const list = showList();
  list.change('after');
  await list.answer();
  await list.answer();
  expect(list.shown()).toBe('after');
});

test('changes during a later read are shown by one more', async () => {
  const list = showList();
  await list.answer();
  list.change('between');
  await new Promise((done) => setTimeout(done));
  for (const next of ['one', 'two', 'after']) list.change(next);
  expect(list.answers).toHaveLength(1);
  await list.answer();
  expect(list.shown()).toBe('between');
  expect(list.answers).toHaveLength(1);
  await list.answer();
  expect(list.shown()).toBe('after');
  expect(list.answers).toHaveLength(0);
});
