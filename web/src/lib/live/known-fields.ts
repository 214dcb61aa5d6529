import type { LiveRow } from './change'

/** What pushes and answers to commands do not say of a booking, or not to a lab: no change of it has another value */
const ofVisit = ['area', 'tubeCount'] as const
const ofPerson = [
  'patientName',
  'contactNumber',
  'familyMember',
  'specialInstructions',
  'paymentReference',
] as const

/**
 * A changed row with what only the API's answers say, as it was known before. A lab keeps what it knew of a person for as long as it works
 * for them.
 */
export function withKnown(next: LiveRow, known: LiveRow): LiveRow {
  if (!('visitId' in next) || !('visitId' in known)) return next
  const isLeft = next.status === 'cancelled' || next.labPartnerId !== known.labPartnerId
  // of a cancelled booking a missing number says that nobody comes
  const isCounted = next.status !== 'cancelled' && next.visitId !== null && next.visitId === known.visitId
  const fields = [...ofVisit, ...(isCounted ? (['visitSize'] as const) : []), ...(isLeft ? [] : ofPerson)]
  const missing = fields.filter((field) => next[field] == null && known[field] != null)
  if (missing.length === 0) return next
  return { ...next, ...Object.fromEntries(missing.map((field) => [field, known[field]])) }
}
