import type { BookingView } from '@jaanch/booking/booking-view'
import { type DeclineReason, declineReasons } from '@jaanch/contracts/vocabulary'
import { ReasonDialog } from '@/components/reason-dialog'
import { declineAssignment } from '@/features/booking/bookings-calls'
import { declineReasonTexts } from '@/features/booking/staff-bookings/texts'
import { toast } from '@/ui/toast-store'
import { decline as texts } from './texts'

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
