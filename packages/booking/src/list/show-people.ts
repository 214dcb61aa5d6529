import type { Audit } from '@jaanch/account/audit/audit'
import type { Caller } from '@jaanch/contracts/caller'
import type { BookingView } from '../booking-view.ts'
import { whyCollectionClosed } from '../rules.ts'

/** A booking without what its lab sees of a person only while it works for them. */
export function withoutPerson<View extends BookingView>(view: View): View {
  return {
    ...view,
    familyMember: null,
    specialInstructions: null,
    patientName: null,
    contactNumber: null,
    paymentReference: undefined,
  }
}

/**
 * What a reader sees of the people in bookings that they asked for: a lab's window decides, and each look is in the audit trail
 * before this returns. Answers to commands and pushes, which nobody asked to look at, show labs no person (`unlessLab`).
 * @throws if the audit trail is unavailable
 */
export async function showPeople<View extends BookingView>(
  { audit, now }: { audit: Audit; now: () => Date },
  caller: Caller,
  views: readonly View[],
): Promise<View[]> {
  if (caller.role !== 'lab-partner') return [...views]
  const at = now()
  const shown = views.map((view) => (whyCollectionClosed(view, at) ? withoutPerson(view) : view))
  await recordSeen(audit, caller, shown.filter(isPersonal))
  return shown
}

/**
 * Adds to the audit trail that somebody is shown the people of bookings, before the answer: once for each account, booking and day. What
 * customers see of their own is not recorded.
 * @throws if the audit trail is unavailable
 */
export async function recordSeen(
  audit: Audit,
  caller: Caller,
  bookings: readonly { id: string; customerId: string }[],
): Promise<void> {
  if (caller.role === 'customer') return
  await audit.recordLooks(
    caller,
    bookings.map(({ id, customerId }) => ({
      action: 'patient-seen',
      userId: customerId,
      object: `booking:${id}`,
    })),
  )
}

function isPersonal({ familyMember, specialInstructions, patientName, contactNumber }: BookingView): boolean {
  return [familyMember, specialInstructions, patientName, contactNumber].some((field) => field != null)
}

/** The answer to a command on a booking. */
export function unlessLab(caller: Caller, view: BookingView): BookingView {
  return caller.role === 'lab-partner' ? withoutPerson(view) : view
}
