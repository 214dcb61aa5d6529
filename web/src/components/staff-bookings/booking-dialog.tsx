import { whyMessagesClosed } from '@jaanch/domain/booking/collection-window'
import { type ReactNode, useEffect } from 'react'
import { RecollectionBadge } from '@/components/booking/booking-recollections'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { amountText, free } from '@/components/booking/recollection-texts'
import { ReportExpected } from '@/components/booking/report-expected'
import { StatusBadge } from '@/components/booking/status'
import { labText, numberText, testsText, visitText, whenText } from '@/components/booking/texts'
import { paymentText } from '@/components/booking/visits'
import { BookingMessages } from '@/components/messages/booking-messages'
import { onStatusChange } from '@/lib/cache/live-cache'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { useBooking } from '@/lib/resources/bookings'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { Stars } from '@/ui/stars'
import { SupportContact } from '@/ui/support-contact'
import { CustodyNotes } from './custody-notes'
import { DraftNotice } from './draft-notice'
import { LateReports } from './late-reports'
import { PatientChange } from './patient-change'
import { PdfOnly } from './pdf-only'
import { priceListText } from './texts'

export function BookingDialog({
  id,
  onClose,
  children,
}: {
  id: string
  onClose: () => void
  children?: ReactNode
}) {
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
      onClose={onClose}
      title={booking ? testsText(booking) : `Booking ${shortId(id)}`}
      description={
        booking &&
        [numberText(booking), visitText(booking), `booked ${instantText(booking.createdAt)}`]
          .filter(Boolean)
          .join(', ')
      }
      className="sm:max-w-3xl"
    >
      {loading && <Skeleton className="h-72 w-full" />}
      {!loading && !booking && (
        <div className="grid justify-items-center gap-2 py-8 text-center text-ink-soft">
          <p>This booking is not in your list. It may have been given to another lab.</p>
          <SupportContact />
        </div>
      )}
      {booking && (
        <div className="grid gap-6">
          <DescriptionList
            className="grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3"
            detailsClassName="mt-0.5 tabular-nums"
            items={[
              [
                'Status',
                <span key="status" className="flex flex-wrap gap-1.5">
                  <StatusBadge status={booking.status} />
                  <RecollectionBadge booking={booking} />
                </span>,
              ],
              ['Collection', whenText(booking)],
              ['City', booking.city ?? 'Not known'],
              ['Lab', labText(booking)],
              [
                'Payment',
                booking.recollection
                  ? free
                  : paymentText(booking, booking.status === 'cancelled' ? 'not due' : 'due'),
              ],
              ['Booking ID', shortId(id)],
            ]}
          />
          <ReportExpected booking={booking} />
          <PatientChange change={booking.patientChange} />
          <LateReports booking={booking} />
          <CustodyNotes notes={booking.custodyNotes} />
          {booking.draft && <DraftNotice draft={booking.draft} />}
          {children}
          <BookingMessages
            bookingId={id}
            hasLab={booking.labPartnerName !== null && !whyMessagesClosed(booking, new Date())}
            of={`on ${testsText(booking)}`}
            className="rounded-xl border px-4"
          />
          {booking.review && (
            <section className="rounded-xl border px-4 py-3">
              <h3 className="font-semibold">The customer’s review</h3>
              <Stars stars={booking.review.stars} className="mt-1.5" />
              {booking.reviewText && <p className="mt-1 [overflow-wrap:anywhere]">“{booking.reviewText}”</p>}
              {booking.review.isHidden && <p className="mt-1 text-ink-soft">Hidden: it does not count.</p>}
            </section>
          )}
          <section className="rounded-xl border">
            <h3 className="sr-only">What was ordered</h3>
            <ul className="divide-y">
              {booking.lines.map((line) => (
                <li key={line.packageId} className="flex justify-between gap-4 px-4 py-2.5">
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {line.name}
                    {line.priceList && (
                      <span className="block text-ink-soft">{priceListText(line.priceList.name)}</span>
                    )}
                  </span>
                  <span className="tabular-nums">{booking.recollection ? free : rupeesText(line.price)}</span>
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
                <span className="tabular-nums">{amountText(booking)}</span>
              </li>
            </ul>
          </section>
          <PdfOnly tests={booking.pdfOnly} />
          <BookingTimeline booking={booking} />
        </div>
      )}
    </Dialog>
  )
}
