/** What finds objects that are to be looked at. `wake`: there is one. */
export type ObjectRunner = { wake(): void; stop(graceMs: number): Promise<void> };
