import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cellMarks, ofItsOwn } from './cell-marks.ts';

const domain = join(import.meta.dirname, '../../src/domain');
const ENDING = '.system.queries.ts';

type Sources = Map<string, string>;
const sources: Sources = new Map(
  globSync(`*/*${ENDING}`, { cwd: domain }).map((file) => [
    file.slice(0, -ENDING.length),
    readFileSync(join(domain, file), 'utf8'),
  ]),
);

const functionsOf = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = '']) => name);

/** Such as find out whom something belongs to: with several cells, nobody knows yet which of them to ask. */
const isLookUp = (name: string) => /^(find|has|is)[A-Z]/.test(name);

/** Sentences about files of which nobody said whether they are of each cell or of the directory, or said what is not so. */
function findUnsaid(files: Sources): string[] {
  const unsaid = [...files].flatMap(([file, text]) => {
    const mark = cellMarks[file];
    if (mark === undefined) return [`${file}: per cell, or of the directory?`];
    if (mark === 'directory') return [];
    const ofDirectory = mark === 'cell' ? [] : mark;
    const known = [...ofDirectory, ...(ofItsOwn[file] ?? [])];
    return [
      ...known.filter((name) => !functionsOf(text).includes(name)).map((name) => `${file}: ${name} is not there`),
      ...functionsOf(text)
        .filter((name) => isLookUp(name) && !known.includes(name))
        .map((name) => `${file}: ${name} looks something up; of its own cell, or in the directory?`),
    ];
  });
  const gone = Object.keys({ ...cellMarks, ...ofItsOwn }).filter((file) => !files.has(file));
  return [...unsaid, ...gone.map((file) => `${file}: there is no such file`)];
}

test('each file of the system’s queries is marked as of each cell or of the directory', () => {
  expect(sources.size).toBeGreaterThan(50);
  expect(findUnsaid(sources)).toEqual([]);
});

test('planted: a file that nobody marked, a look-up more, a look-up and a file that are gone', () => {
  const planted = new Map(sources);
  planted.set('planted/planted', '');
  planted.set('turns/turns', `${sources.get('turns/turns')}\nexport const findPlanted = 1;`);
  planted.set('calls/calls', (sources.get('calls/calls') ?? '').replace('findCallWorkspace', 'renamed'));
  planted.delete('logs/logs');
  expect(findUnsaid(planted).sort()).toEqual([
    'calls/calls: findCallWorkspace is not there',
    'logs/logs: there is no such file',
    'planted/planted: per cell, or of the directory?',
    'turns/turns: findPlanted looks something up; of its own cell, or in the directory?',
  ]);
});
