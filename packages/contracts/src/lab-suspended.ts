/** What the people of a suspended lab are told. Apart from the other errors, for a client that compares with it. */
export const labSuspendedText = 'Your lab has been suspended. Please contact Jaanch.'
