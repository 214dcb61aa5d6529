import { collectionClosedText, labSuspendedText } from './refusal-texts.ts'

/**
 * All errors that a caller can get: one code, one HTTP status, one sentence. Any error that is not an AppError is a bug and
 * is answered as `internal`. Clients branch on the codes, so a code never gets another meaning.
 */
export const errorCatalogue = {
  malformed: [400, 'The request could not be read.'],
  'not-signed-in': [401, 'Please sign in.'],
  'wrong-credentials': [401, 'Invalid credentials'],
  'second-factor-needed': [401, 'Please confirm that it is you with your second step.'],
  'second-factor-required': [401, 'Your account needs a second step to sign in. Please set it up.'],
  'account-disabled': [401, 'This account has been disabled.'],
  forbidden: [403, 'You may not do this.'],
  'outside-role': [403, 'Your role does not include this.'],
  'confirmation-required': [403, 'Please confirm that it is you.'],
  'lab-under-review': [
    403,
    'Your lab partner application is under review. You will be notified once approved.',
  ],
  'lab-rejected': [403, 'Your lab partner application was not approved.'],
  'lab-suspended': [403, labSuspendedText],
  'collection-closed': [403, collectionClosedText],
  'consent-needed': [403, 'This family member is an adult and has to agree first that you see the results.'],
  'pathologist-needed': [403, 'Only a pathologist of the lab signs its reports.'],
  'report-closed': [403, 'A lab can open its reports until 30 days after their last version.'],
  'not-found': [404, 'Not found.'],
  /** The API has no such call: one of a newer release may */
  'unknown-route': [404, 'Not found.'],
  conflict: [409, 'This was changed by someone else a moment ago. Please try again.'],
  'email-taken': [409, 'An account with this email already exists.'],
  'already-exists': [409, 'This exists already.'],
  'wrong-status': [409, 'This is not possible in the present status.'],
  'draft-replaced': [409, 'There is a newer report of this booking. Please look at that one.'],
  'draft-unsigned': [
    409,
    'A report of this booking waits for a pathologist’s signature. The booking can be completed when the report is signed or sent back.',
  ],
  'draft-returned': [409, 'This report was sent back. It can be signed when it is submitted again.'],
  'interval-overlaps': [
    409,
    'Your lab has an interval for some of these people already. Please end it first, or choose other ages, another sex, method or dates.',
  ],
  'already-completed': [409, 'This booking is completed.'],
  'already-cancelled': [409, 'This booking is cancelled.'],
  'not-awaiting-confirmation': [409, 'This order is not awaiting your confirmation.'],
  'proposal-over': [409, 'The time of this order has passed. Please call us for another one.'],
  'cancel-only-confirmed': [409, 'Only a confirmed booking can be cancelled.'],
  'collection-begun': [409, 'Sample collection has begun: the lab can no longer be changed.'],
  'no-lab-assigned': [409, 'Assign a lab before sample collection starts.'],
  'lab-not-approved': [409, 'Only an approved lab can be assigned.'],
  'bookings-open': [
    409,
    'Some of your bookings are open. Please cancel them, or wait until they are completed.',
  ],
  'phone-shared': [409, 'Several accounts have this phone number. Please sign in with your email address.'],
  'own-account': [409, 'You cannot disable your own account.'],
  'operation-refused': [409, 'This operation is not possible at present.'],
  'last-admin': [409, 'The last owner cannot be disabled.'],
  'last-owner': [409, 'There must be an owner besides: give another admin that role first.'],
  'slot-full': [409, 'This time has just been taken. Please choose another one.'],
  'instant-unavailable': [409, 'Nobody can come within four hours at present. Please choose a time.'],
  'hold-renewed': [
    409,
    'This time was held for you twice already. Please book it now, or choose a time again.',
  ],
  'visit-begun': [409, 'Sample collection has begun: the visit can no longer be moved.'],
  'too-late-to-move': [409, 'A visit can be moved until two hours before it begins.'],
  'moved-too-often': [409, 'You have moved this visit three times already. Please call us to move it again.'],
  'already-reviewed': [409, 'You have reviewed this booking already.'],
  'not-completed': [409, 'A review is possible once the report is there.'],
  'order-number-pending': [409, 'This order has no number yet. Please try again in a moment.'],
  'identity-not-confirmed': [409, 'Please confirm first who the person is.'],
  'wrong-visit-code': [409, 'This is not the code of the booking. Please ask for name and date of birth.'],
  'visit-code-early': [
    409,
    'The code counts from the day of the visit. Please ask for name and date of birth.',
  ],
  'visit-code-locked': [409, 'Five wrong codes were tried today. Please ask for name and date of birth.'],
  'visit-handed-over': [
    409,
    'Somebody else made this visit at that time. Please tell your front desk what you did.',
  ],
  'visits-open': [409, 'This person has open visits. Please choose who takes them.'],
  'not-a-collector': [422, 'This is none of your collectors.'],
  'wrong-tube': [409, 'This is another tube of this person.'],
  'tube-of-another-visit': [409, 'This tube belongs to another visit.'],
  'tube-drawn-already': [409, 'This tube was drawn already, with another barcode.'],
  'tube-not-drawn': [409, 'Nobody has recorded that this tube was drawn.'],
  'tube-accepted': [409, 'This tube was accepted already.'],
  'tube-rejected': [409, 'This tube was rejected already.'],
  'stability-over': [
    409,
    'This tube is older than its tests allow. Please say why it is accepted all the same.',
  ],
  'tubes-drawn': [409, 'Tubes were drawn already.'],
  /** With `questions`; see http/questions.ts */
  'confirmation-needed': [409, 'Please check this, and confirm it if it is right.'],
  'critical-call-closed': [409, 'This call is closed already.'],
  'critical-call-not-tried': [
    409,
    'A call can be ended as not reached after three attempts that reached nobody, over at least 24 hours.',
  ],
  'critical-call-open': [
    409,
    'A lab still has to tell you about an urgent result. Please call the lab: your account can be deleted after that.',
  ],
  'nothing-reported': [409, 'No payment of this booking was reported.'],
  'already-paid': [409, 'This booking is paid already.'],
  'refund-due': [
    409,
    'Some samples of this booking were rejected. Its payment can be recorded once its refund is settled.',
  ],
  'nothing-to-pay': [409, 'There is nothing to pay for this booking: its tests are not made.'],
  'no-refund-due': [409, 'No refund of this booking is due.'],
  'not-paid': [409, 'There is a receipt as soon as the payment is recorded.'],
  'already-proven': [409, 'This is verified already.'],
  'already-decided': [409, 'This application has been decided already.'],
  'factor-required': [409, 'Your account must keep one second step.'],
  'too-many-factors': [409, 'There are five second steps already. Please remove one first.'],
  'wrong-passcode': [401, 'This is not the passcode. Please check it and try again.'],
  'too-slow': [408, 'The request took too long to arrive.'],
  'too-large': [413, 'The request is too large.'],
  'unsupported-type': [415, 'Send JSON with the content type application/json.'],
  invalid: [422, 'Some of what was sent is not valid.'],
  'infected-file': [422, 'This file contains malware, so it was not accepted. Please scan your device.'],
  'unreadable-file': [422, 'This file could not be read. Please choose another one.'],
  'unknown-pincode': [422, 'This is not a PIN code that we know.'],
  'slot-begun': [422, 'This time slot has begun already. Please choose a later one.'],
  'date-past': [422, 'The date lies in the past. Please choose today or later.'],
  'package-unavailable': [422, 'This test is not available at present.'],
  'parent-account': [
    422,
    'An account needs an adult. Please let a parent use this account, and add yourself as a family member.',
  ],
  'price-changed': [422, 'The prices have changed. Please check the order again.'],
  'wrong-password': [422, 'The current password is not correct.'],
  'wrong-second-factor': [422, 'That is not correct, or it was used already.'],
  'ticket-void': [422, 'This took too long, or too many attempts. Please start again.'],
  'link-void': [422, 'This link is no longer valid. Please ask for a new one.'],
  'no-phone': [422, 'Please enter your phone number first.'],
  'sms-refused': [422, 'We send no SMS to numbers of this country, or to landlines.'],
  'wrong-code': [422, 'This is not the code. Please check it and try again.'],
  'code-void': [422, 'This code is no longer valid. Please ask for a new one.'],
  'key-reused': [422, 'This Idempotency-Key was used for another request.'],
  'too-many': [429, 'Too many attempts. Please wait a little and try again.'],
  'headers-too-large': [431, 'The headers of the request are too large.'],
  internal: [500, 'Something went wrong'],
  unavailable: [503, 'Jaanch is busy for a moment. Please try again shortly.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof errorCatalogue

/** The body of every refused request. */
export type ErrorBody = { error: string; code: ErrorCode }

type Options = ErrorOptions & { details?: object }

export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly #details: object

  /**
   * @param text a more specific sentence than the catalogue's
   * @param options `details`: what a client needs to go on, sent beside the sentence
   */
  constructor(code: ErrorCode, text?: string, { details = {}, ...options }: Options = {}) {
    super(text ?? errorCatalogue[code][1], options)
    this.code = code
    this.status = errorCatalogue[code][0]
    this.#details = details
  }

  get body(): ErrorBody {
    return { error: this.message, code: this.code, ...this.#details }
  }
}
