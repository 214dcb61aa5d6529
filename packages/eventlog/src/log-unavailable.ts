/**
 * The log did not answer in time, or too many appends are waiting for it. Unless the append was never sent it is unknown whether
 * it was recorded. In both cases: send the same id again later.
 */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError'
}
