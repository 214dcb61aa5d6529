/** Our own HTTP headers, in lower case as Node returns them. */
export const headers = {
  /** Sent with a request that creates or changes something: repeated with the same key, it has one effect */
  idempotencyKey: 'idempotency-key',
  /** Position of the log that the answer reflects */
  logPosition: 'log-position',
  /** Epoch of the log: positions of another one mean other events, so that the client must fetch everything again */
  logEpoch: 'log-epoch',
  /** Number of events that the answer may lack because the read tables did not catch up in time */
  readBehind: 'read-behind',
  /** Id of the request, which its log lines and events have too */
  requestId: 'x-request-id',
} as const
