import type { Rolldown } from 'vite';

/** How many lazy parts have to share a module before it is sent along with every one of them. */
const PARTS_THAT_SHARE = 16;
const isEntry = (id: string) => /(\/main\.tsx|\.html)$/.test(id);

/**
 * A request costs more than a kilobyte, and the bundler alone makes a file of each three lines that two parts share. So what the
 * first screen needs is one file, what most parts share is a second one, and icons, fields, fields of files and what edits are four more.
 */
export const fewFiles: Rolldown.CodeSplittingOptions = {
  groups: [
    // The entry stays a file of its own, else nothing runs it.
    { name: 'first', tags: ['$initial'], test: (id) => !isEntry(id), priority: 2 },
    // Fields of files: many parts have one, the first screen has none.
    {
      name: 'files',
      test: /node_modules\/(@mantine\/dropzone|react-dropzone|file-selector|attr-accept)\//,
      includeDependenciesRecursively: false,
      priority: 2,
    },
    // Forms, and what is chosen, switched or typed in several lines: most parts have some, the first screen and the canvas have none.
    {
      name: 'fields',
      test: /@mantine\/core\/esm\/(components\/(Checkbox(?!\/CheckIcon)|Combobox|Drawer|FloatingIndicator|InputBase|NativeSelect|Progress|SegmentedControl|Select|Switch|Textarea|TextInput)|utils\/InlineInput)\/|ui\/fields\/counted-textarea|node_modules\/(@mantine\/form|klona|fast-deep-equal)\/|@mantine\/hooks\/.*\/(use-shallow-effect|shallow-equal|use-timeout)\//,
      minShareCount: PARTS_THAT_SHARE,
      includeDependenciesRecursively: false,
      priority: 2,
    },
    // Most parts check a schema or edit a working copy, the first screen does neither.
    {
      name: 'editing',
      test: /node_modules\/zod\/|contract\/src\/|features\/working-copy\//,
      minShareCount: PARTS_THAT_SHARE,
      includeDependenciesRecursively: false,
      priority: 2,
    },
    { name: 'common', minShareCount: PARTS_THAT_SHARE, priority: 1 },
    { name: 'icons', test: /@tabler/, minShareCount: 2 },
    // What stands around every page of the owner's, with all that it needs and no group above has.
    { name: 'shell', test: /\/shells\/owner\/owner-shell\.tsx/ },
    { name: 'agent-list', test: /\/features\/agents\/agent-list-page\.tsx/ },
  ],
};
