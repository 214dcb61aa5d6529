/**
 * The vocabulary of the business: all lists that the specification fixes. The order matters where people see it (cities,
 * slots, statuses in the order of processing).
 */

export const roles = ['customer', 'lab-partner', 'admin'] as const
export type Role = (typeof roles)[number]

/** The statuses of a booking. `displayOnlyStatuses` are shown by badges but never stored. */
export const bookingStatuses = [
  'pending',
  'pending_customer_confirmation',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
  'cancelled',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** Spellings that a badge must display although no booking is stored with them (specification, section 4). */
export const displayOnlyStatuses = [
  'sample_collected',
  'in-progress',
  'collecting',
  'action-required',
] as const
export type BookingBadge = BookingStatus | (typeof displayOnlyStatuses)[number]

/** The steps of Update Status: one step per press, from left to right. */
export const labAdvance = [
  'pending',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
] as const satisfies BookingStatus[]

export const prescriptionStatuses = ['pending', 'processing', 'confirmed', 'declined'] as const
export type PrescriptionStatus = (typeof prescriptionStatuses)[number]

export const labPartnerStatuses = ['applied', 'approved', 'rejected', 'suspended'] as const
export type LabPartnerStatus = (typeof labPartnerStatuses)[number]

export const paymentStatuses = ['pending', 'paid'] as const

export const paymentMethods = ['cash-on-collection', 'upi', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const collectionTypes = ['scheduled', 'instant'] as const
export type CollectionType = (typeof collectionTypes)[number]

export const priorities = ['high', 'medium', 'low'] as const

/**
 * Whom a price list is for, the most specific first: this is the order in which lists apply. A collection centre comes before the lab that
 * it works for. All but `installation` name a subject, and hold at a desk only.
 */
export const priceListKinds = ['centre', 'lab', 'company', 'doctor', 'camp', 'installation'] as const
export type PriceListKind = (typeof priceListKinds)[number]

export const sampleTypes = ['blood', 'urine', 'saliva', 'stool', 'mixed'] as const
export type SampleType = (typeof sampleTypes)[number]

export const genders = ['male', 'female', 'other'] as const
export type Gender = (typeof genders)[number]

export const genderRestrictions = ['both', 'male', 'female'] as const

export const addressLabels = ['Home', 'Office', 'Other'] as const

/** Home collection runs from 6 AM to 6 PM (Asia/Kolkata) in these slots. */
export const timeSlots = [
  '06:00-08:00',
  '08:00-10:00',
  '10:00-12:00',
  '12:00-14:00',
  '14:00-16:00',
  '16:00-18:00',
] as const
export type TimeSlot = (typeof timeSlots)[number]

/**
 * The slot in which a time of day lies: 1 is 06:00-08:00. Also for the time of an order from a prescription.
 * @param time `08:00-10:00` or `09:00`
 */
export function slotNumber(time: string): number {
  return Math.floor((Number(time.slice(0, 2)) - 6) / 2) + 1
}

/** The time of an order that an admin creates from a prescription (specification, section 9). */
export const prescriptionOrderTime = '09:00'

export const cities = [
  'Ahmedabad',
  'Bangalore',
  'Chennai',
  'Delhi',
  'Hyderabad',
  'Kolkata',
  'Mumbai',
  'Pune',
  'Surat',
  'Jaipur',
] as const
export type City = (typeof cities)[number]
export const defaultCity: City = 'Ahmedabad'

/** Relationships of the wizard's dialog; the profile form has `profileRelationships`. */
export const wizardRelationships = [
  'Father',
  'Mother',
  'Spouse',
  'Son',
  'Daughter',
  'Brother',
  'Sister',
  'Other',
] as const
export const profileRelationships = ['spouse', 'child', 'parent', 'sibling', 'other'] as const

export const cancellationReasons = [
  'customer-request',
  'customer-declined',
  'lab-unavailable',
  'duplicate',
  /** The tests that were to be collected again have results all the same */
  'already-reported',
  'other',
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** Why a lab declines a visit that it was assigned. The texts are those of the client. */
export const declineReasons = [
  'no-collector',
  'outside-area',
  'test-not-done',
  'slot-full',
  'closed',
  'other',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** Where a tube is: not drawn yet, drawn and on the way, at the lab, decided on */
export const tubePlaces = ['expected', 'on-the-way', 'received', 'accepted', 'rejected'] as const
export type TubePlace = (typeof tubePlaces)[number]

/** `more`: results were added to those that were there, which are as before. `amended`: something was corrected, withdrawn or attached */
export const reportChanges = ['more', 'amended'] as const
export type ReportChange = (typeof reportChanges)[number]

/** Why a lab rejects a tube; `other` has a text. Which of them make sense for a tube: `reasonsFor` of the domain. */
export const rejectionReasons = [
  'haemolysed',
  'clotted',
  'insufficient',
  'leaked',
  'unlabelled',
  'mismatched',
  'too-warm',
  'too-late',
  'other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** Why a lab accepts a tube after its stability window. */
export const lateReasons = ['stored-cold', 'tests-stable', 'other'] as const
export type LateReason = (typeof lateReasons)[number]

/** How a collector makes sure who the person is: by what the person says, or by the booking's one-time code. */
export const identityMethods = ['name-and-birth-date', 'code'] as const
export type IdentityMethod = (typeof identityMethods)[number]

/**
 * Alarms that an admin has to look at: something that was reported after the booking had ended, a draw by somebody who had been taken off the visit,
 * or tubes of somebody who was found not to be the expected person
 */
export const custodyAlarms = ['after-end', 'after-removal', 'mismatch'] as const
export type CustodyAlarm = (typeof custodyAlarms)[number]

/**
 * Remarks on a record of custody. `late`: the server learnt of it an hour or more afterwards; `clock-off`: the clock of the
 * device could not be believed, so the time is the server's or that of a neighbouring step; `after-end`: the booking was cancelled or
 * completed when it arrived; `after-removal`: its recorder made the visit no more when it arrived.
 */
export const recordingMarks = ['late', 'clock-off', 'after-end', 'after-removal'] as const
export type RecordingMark = (typeof recordingMarks)[number]

/** Why a collector leaves without a tube. */
export const collectionOutcomes = ['nobody-home', 'refused', 'no-vein', 'not-fasting', 'unsafe'] as const
export type CollectionOutcome = (typeof collectionOutcomes)[number]

/** How often the samples of a booking are collected again, before the money goes back. */
export const mostRecollections = 2

/** Why a lab was chosen for a booking, or warned. The texts are those of the client. */
export const assigners = ['admin', 'suggestion', 'automatic'] as const
export type Assigner = (typeof assigners)[number]

/**
 * Reasons for or against a lab, with a number where they have one: km between PIN codes, free places in the slot, hours from
 * assignment to report, stars, share of the day's visits that is taken (percent).
 */
export const rankingReasons = [
  'serves-pincode',
  'serves-city',
  'not-declared',
  'free-places',
  'full',
  'distance',
  'turnaround',
  'rating',
  'load',
] as const
export type RankingReason = (typeof rankingReasons)[number]

/** The steps that follow when a lab does not confirm an automatic assignment in time. */
export const escalations = ['lab-warned', 'admin-called'] as const
export type Escalation = (typeof escalations)[number]

/**
 * The outcomes of a call about a critical value. CONFIRMED closes it: somebody was reached and repeated the values back. ENDED_NOT_REACHED
 * closes it too: the lab tried often enough, and did something else instead. The names of the other outcomes are those of laboratory
 * systems.
 */
export const criticalOutcomes = [
  'CONFIRMED',
  'REACHED_NO_READBACK',
  'UNABLE_TO_REACH',
  'ENDED_NOT_REACHED',
] as const
export type CriticalOutcome = (typeof criticalOutcomes)[number]

/** The outcomes that close a call about a critical value */
export const criticalEndings = ['CONFIRMED', 'ENDED_NOT_REACHED'] as const satisfies CriticalOutcome[]
export type CriticalEnding = (typeof criticalEndings)[number]

/** The people who are called about a critical value, and the channels */
export const criticalReached = ['customer', 'doctor'] as const
export type CriticalReached = (typeof criticalReached)[number]
export const criticalMeans = ['phone', 'in-person', 'other'] as const
export type CriticalMeans = (typeof criticalMeans)[number]

/** How labels name the patient, as the rule of the lab says; both have age and sex */
export const labelIdentities = ['initials', 'name-age-sex'] as const
export type LabelIdentity = (typeof labelIdentities)[number]

/** How often a customer can move a visit. */
export const customerMoves = 3

export const passwordMinimum = 6
