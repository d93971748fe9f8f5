import { type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract';

/** Whether a procedure answers with events, one after the other, instead of once. */
export const answersInPieces = (procedure: { '~orpc': { outputSchema?: AnySchema | undefined } }): boolean =>
  getEventIteratorSchemaDetails(procedure['~orpc'].outputSchema) !== undefined;
