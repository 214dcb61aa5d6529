/** The actions that the audit trail records. Its rows hold ids only: names and addresses are looked up when they are shown. */
export const auditActions = [
  // sessions
  'signed-in',
  'sign-in-failed',
  'sign-in-blocked',
  'signed-out',
  'signed-out-everywhere',
  'session-ended',
  'password-changed',
  'password-reset',
  // e-mail addresses and phones
  'contact-proven',
  'contact-code-failed',
  // another account proved the number
  'contact-lost',
  // second factors
  'second-factor-added',
  'second-factor-removed',
  'second-factor-failed',
  'recovery-code-used',
  'recovery-codes-renewed',
  // access
  'refused',
  'report-opened',
  // a lab confirmed that a report with another name or birth date is the patient's
  'report-subject-confirmed',
  // the name, birth date or sex of a person with results: corrected, or given to another family member
  'person-corrected',
  'person-separated',
  // a lab confirmed results that are far from the person's last ones
  'report-delta-confirmed',
  // a code that somebody said at the door was compared with that of the visit
  'visit-code-tried',
  // a call about a critical value, or a try
  'critical-value-called',
  'prescription-opened',
  'collection-opened',
  'message-opened',
  'patient-seen',
  'comments-seen',
  'notes-seen',
  // lists of people that an admin was shown, and bookings that were saved as a file: how many, not whom
  'people-listed',
  'bookings-exported',
  // a lab found bookings by the person, phone or place in them
  'bookings-searched',
  'file-quarantined',
  // infected or unreadable: it counts among the uploads of the day
  'file-refused',
  // accounts
  'role-granted',
  'account-disabled',
  'account-enabled',
  'lab-suspended',
  'lab-reinstated',
  // its name, address, phone, or how its labels name patients: which of them, without the texts
  'lab-profile-changed',
  // what a lab can do, with the visits of a day
  'capacity-declared',
  'capacity-removed',
  // to areas far from it: how many PIN codes and cities
  'capacity-consented',
  // a price list was created, changed or ended
  'price-list-changed',
  // a lab's own reference intervals
  'interval-added',
  'interval-accepted',
  'interval-ended',
  // results that a customer shows to a doctor by a link
  'share-created',
  'share-ended',
  // reviews
  'review-hidden',
  'review-shown',
  // a city's switch
  'automatic-assignment-changed',
  // what the installation says of itself: which facts, without the texts
  'facts-changed',
  // a person's rights
  'data-exported',
  'consent-answered',
  // of an adult family member, told by the customer
  'relative-consent-given',
  'relative-consent-withdrawn',
  'account-erased',
  // operators
  'operator-command',
] as const

/** Looks at a person in lists and details: each is recorded once for an account, an object and a day. */
export const lookActions = ['patient-seen', 'comments-seen', 'notes-seen'] as const satisfies Action[]

/** The reads of a person's documents and data, and of messages to them. */
export const accessActions = [
  'report-opened',
  'prescription-opened',
  'collection-opened',
  'message-opened',
  ...lookActions,
] as const satisfies Action[]

type Action = (typeof auditActions)[number]

export type AuditEntry = {
  action: Action
  /** `<role>:<user id>`, or `operator:<account of the machine>`; null for a stranger */
  actor: string | null
  /** The person whom it concerns: the owner of the account or of the document */
  userId?: string | undefined
  /** `<kind>:<id>` */
  object?: string | undefined
  /** Further ids and counts; no text that a person typed */
  details?: Readonly<Record<string, string | number | boolean>>
}
