/** The headers of our own. (Names are lower case, as Node gives them; HTTP does not care.) */
export const headers = {
  /** Sent with a request that creates something: the same key with the same request makes one thing */
  idempotencyKey: 'idempotency-key',
  /** Place in the log of what an answer shows */
  logPosition: 'log-position',
  /** How many events an answer may lack, where the read tables did not catch up in time */
  readBehind: 'read-behind',
  /** A token with seven more days, once a day: to be kept in place of the old one */
  renewedToken: 'renewed-token',
} as const
