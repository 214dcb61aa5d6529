import type { BookingView } from '@jaanch/booking/booking-view'
import { type DeclineReason, declineReasons } from '@jaanch/contracts/vocabulary'
import { ReasonDialog } from '@/components/reason-dialog'
import { declineReasonTexts } from '@/features/booking/staff-bookings/texts'
import { live } from '@/lib/cache/live-cache'
import { command } from '@/lib/idempotency'
import { toast } from '@/ui/toast-store'

const texts = {
  label: 'Decline',
  title: 'Decline this visit?',
  description: (people: number) =>
    people > 1
      ? `All ${people} people of the visit go back to the platform, which finds another lab. It leaves your list.`
      : 'It goes back to the platform, which finds another lab, and leaves your list.',
  hint: 'Admins see it. It is not sent to the customer.',
  declined: 'Visit declined',
  failed: 'Failed to decline the visit',
}

const choices = declineReasons.map((value) => ({ value, label: declineReasonTexts[value] }))

/** Asks a lab why it gives a visit back. */
export function DeclineDialog({ booking, onClose }: { booking: BookingView; onClose: () => void }) {
  return (
    <ReasonDialog
      title={texts.title}
      description={texts.description(booking.visitSize ?? 1)}
      submitLabel={texts.label}
      failure={texts.failed}
      hint={texts.hint}
      choices={choices}
      onSubmit={async (reason) => {
        await declineAssignment(booking, reason as DeclineReason)
        toast.success(texts.declined)
      }}
      onClose={onClose}
    />
  )
}

/** Gives back the visit of a booking: all of its bookings leave the lab's lists at once. @param booking as the user saw it */
async function declineAssignment(
  { id, position: seen }: Pick<BookingView, 'id' | 'position'>,
  reason: DeclineReason,
): Promise<void> {
  const path = '/api/bookings/:id/decline-assignment'
  const { bookings } = await command('POST', path, { params: { id }, body: { reason }, seen })
  for (const { id: left, position } of bookings)
    live.applyLocalWrite({ kind: 'booking', id: left, position, row: null })
}
