/** What is wrong with a document, in words for its owner. Everything else that is thrown while reading counts as damage. */
export class ReadingProblem extends Error {}
