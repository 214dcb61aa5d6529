import type { BookingView } from '@jaanch/contracts/http/bookings'
import { patientText, paymentTexts, whenText } from '@/components/booking/texts'
import { rupeesText } from '@/lib/format/numbers'
import { useBooking } from '@/lib/resources/bookings'
import { DescriptionList } from '@/ui/description-list'
import { Skeleton } from '@/ui/skeleton'

/** The tests of an order, its price and its details. */
export function OrderLines({ booking }: { booking: BookingView }) {
  const { data, loading } = useBooking(booking.id)
  const lines = data?.lines ?? []
  const facts = [
    ['When', whenText(booking)],
    ['Patient', patientText(booking.familyMember)],
    ['Payment', paymentTexts[booking.paymentMethod]],
  ] as const
  return (
    <>
      <h3 className="font-semibold">Tests</h3>
      {loading && <Skeleton className="mt-2 h-6 w-full" />}
      <ul className="mt-2 grid gap-2">
        {lines.map(({ packageId, name, price }) => (
          <li key={packageId} className="flex justify-between gap-6">
            <span className="min-w-0">{name}</span>
            <span className="shrink-0 tabular-nums">{rupeesText(price)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-2 border-t pt-4">
        {booking.discountAmount > 0 && (
          <div className="flex justify-between gap-6">
            <dt className="text-ink-soft">Discount</dt>
            <dd className="tabular-nums">−{rupeesText(booking.discountAmount)}</dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-6">
          <dt className="font-semibold">Total</dt>
          <dd className="font-bold text-xl tabular-nums">{rupeesText(booking.finalAmount)}</dd>
        </div>
      </dl>
      <DescriptionList
        layout="row"
        items={facts}
        className="mt-4 gap-2 rounded-xl bg-sunken p-4"
        detailsClassName="tabular-nums"
      />
      {booking.specialInstructions && (
        <p className="mt-4">
          <span className="text-ink-soft">Note: </span>
          {booking.specialInstructions}
        </p>
      )}
    </>
  )
}
