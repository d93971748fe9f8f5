import { createHash } from 'node:crypto';

/** Keys have over 100 random bits, so that a plain hash keeps them: there is nothing to guess. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');
