/** The text for the people of a suspended lab. Apart from the other errors, for a client that compares with it. */
export const labSuspendedText = 'Your lab has been suspended. Please contact Jaanch.'

/** Not in the catalogue of errors, which the pages of labs would load for it. */
export const collectionClosedText =
  'The details of a collection are shown until seven days after the report, for 30 days at most.'
