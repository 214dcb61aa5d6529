/** A variable is missing or invalid. The message names it and describes valid values; it never contains the value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
