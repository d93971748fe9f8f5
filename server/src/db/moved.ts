/** What PostgreSQL says of a workspace that is asked for in its scope (`functions/home_of.sql`). */
export type Home = 'here' | 'moving' | 'away';

/**
 * The workspace is in another database of its region (`away`), or on its way and only read meanwhile (`moving`). Nothing was done. Who asks
 * again in a moment finds it here or there.
 */
export class Moved extends Error {
  readonly home: Exclude<Home, 'here'>;
  constructor(home: Exclude<Home, 'here'>, options?: ErrorOptions) {
    super(home === 'moving' ? 'The workspace is being moved.' : 'The workspace is in another database.', options);
    this.name = 'Moved';
    this.home = home;
  }
}

const READ_ONLY = '25006';
const REFUSED = '42501';
/** The policies of `functions/home_isolation.sql`. */
const OF_A_HOME = /policy "home_(insert|update)"/;

/** `Moved` for what is refused because of where the workspace is; anything else as it was. */
export function asMoved(error: unknown, home: Home): unknown {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    const isRefused = code === REFUSED && OF_A_HOME.test(one.message);
    if (isRefused || (home === 'moving' && code === READ_ONLY)) return new Moved('moving', { cause: error });
  }
  return error;
}
