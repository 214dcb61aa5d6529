import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type DeclineReason, declineReasons } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { declineReasonTexts } from '@/components/staff-bookings/texts'
import { shortId } from '@/lib/format/text'
import { declineAssignment } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { toast } from '@/ui/toast-store'
import { decline as texts } from './texts'

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

const choices = declineReasons.map((value) => ({ value, label: declineReasonTexts[value] }))

/** Gives the visit of a booking back, as long as its collection has not begun. */
export function DeclineAssignment({ booking }: { booking: BookingView }) {
  const [asking, setAsking] = useState(false)
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return null
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Named of={texts.of(shortId(booking.id))}>{texts.label}</Named>
      </Button>
      {asking && (
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
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
