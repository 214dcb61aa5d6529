/** How long after its creation a message to a person is stored, and a reminder after it was due, days */
export const messagesKeptDays = 90

/** The days of the statistics that dashboards sum up, including today */
export const analyticsDays = 60

/**
 * Traffic data and the lines of requests, days: rule 8(3) of India's Digital Personal Data Protection Rules, 2025 (in force from May 2027),
 * demands at least a year, which may have a 29 February. CERT-In's directions of 28 April 2022 demand 180 days
 */
export const trafficKeptDays = 366
/** The same as words */
const trafficKeptFor = '1 year'

/**
 * How long what is about people is kept, as words that are also intervals of Postgres. The schedule of the deletion and the Privacy
 * Notice of the site both follow from it.
 */
export const keptFor = {
  messages: `${messagesKeptDays} days`,
  /** Messages of customers, labs and admins about a booking */
  bookingMessages: '1 year',
  /** A link to shared results, after its end, with who opened it from which network */
  shares: trafficKeptFor,
  /** The choices that a member of staff saved for a list under a name, after they were last used */
  savedViews: '1 year',
  /** An address that its owner deleted, an upload with malware */
  discarded: '30 days',
  /** The application of a lab, after it was rejected */
  rejectedApplications: '90 days',
  /** The place of a visit, after its date */
  places: '30 days',
  /** The audit trail, and the actions of operators and admins on failures, accounts and reviews */
  audit: trafficKeptFor,
  requestLines: trafficKeptFor,
} as const
