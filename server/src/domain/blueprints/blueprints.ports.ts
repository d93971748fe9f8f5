/** A push may have something to do. */
export type WakePushes = { wake(): void };
