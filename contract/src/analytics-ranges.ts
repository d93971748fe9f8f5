/** Of one reading. Free of validators, so that screens can import it. */
export const RANGE_DAYS_MAX = 366;
