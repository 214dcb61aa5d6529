import { type ReactNode, useEffect } from 'react'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { StatusBadge } from '@/components/booking/status-badge'
import { paymentTexts, whenText } from '@/components/booking/when-text'
import { onStatusChange } from '@/lib/cache/live-cache'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { useBooking } from '@/lib/resources/bookings'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'

type BookingDialogProps = {
  id: string
  onClose: () => void
  /** Stands below the facts: what the reader's role needs besides */
  children?: ReactNode
}

/** One booking with its lines and its way: what a notification's link opens. */
export function BookingDialog({ id, onClose, children }: BookingDialogProps) {
  const { data: booking, loading, mutate } = useBooking(id)

  useEffect(
    () =>
      onStatusChange(({ after }) => {
        if (after.id === id) void mutate()
      }),
    [id, mutate],
  )

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={booking?.packageName ?? `Booking ${shortId(id)}`}
      description={booking && `#${shortId(id)}, booked ${instantText(booking.createdAt)}`}
      className="sm:max-w-3xl"
    >
      {loading && <Skeleton className="h-72 w-full" />}
      {!loading && !booking && (
        <p className="py-8 text-center text-ink-soft">
          This booking is not in your list. It may have been given to another lab.
        </p>
      )}
      {booking && (
        <div className="grid gap-6">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
            <Fact name="Status">
              <StatusBadge status={booking.status} />
            </Fact>
            <Fact name="Collection">{whenText(booking)}</Fact>
            <Fact name="City">{booking.city ?? 'Not known'}</Fact>
            <Fact name="Lab">{booking.labPartnerName ?? 'No lab yet'}</Fact>
            <Fact name="Payment">
              {paymentTexts[booking.paymentMethod]}, {booking.paymentStatus === 'paid' ? 'paid' : 'due'}
            </Fact>
            <Fact name="Order">{booking.orderNumber ?? 'Being made'}</Fact>
          </dl>
          {children}
          <section className="rounded-xl border">
            <h3 className="sr-only">What was ordered</h3>
            <ul className="divide-y">
              {booking.lines.map((line) => (
                <li key={line.packageId} className="flex justify-between gap-4 px-4 py-2.5">
                  <span className="min-w-0">{line.name}</span>
                  <span className="tabular-nums">{rupeesText(line.price)}</span>
                </li>
              ))}
              {booking.discountAmount > 0 && (
                <li className="flex justify-between gap-4 px-4 py-2.5 text-ink-soft">
                  <span>Discount</span>
                  <span className="tabular-nums">−{rupeesText(booking.discountAmount)}</span>
                </li>
              )}
              <li className="flex justify-between gap-4 px-4 py-2.5 font-semibold">
                <span>Total</span>
                <span className="tabular-nums">{rupeesText(booking.finalAmount)}</span>
              </li>
            </ul>
          </section>
          <BookingTimeline booking={booking} />
        </div>
      )}
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-0.5 text-ink-soft text-xs">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
