import type { BookingDetail } from '@jaanch/booking/booking-view'
import { whyMessagesClosed } from '@jaanch/booking/rules'
import type { CustodyAlarm } from '@jaanch/contracts/vocabulary'
import { FileClock, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { numberText, paymentTexts, testsText, visitText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { useBooking } from '@/features/booking/bookings-calls'
import { BookingMessages } from '@/features/booking/messages/booking-messages'
import { BookingTimeline } from '@/features/booking/visit/booking-timeline'
import { factsOf } from '@/features/booking/visit/facts'
import { amountText, free, RecollectionBadge } from '@/features/booking/visit/recollections'
import { ReportExpected, StatusBadge } from '@/features/booking/visit/status'
import { onStatusChange } from '@/lib/cache/live-cache'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { Stars } from '@/ui/stars'
import { SupportContact } from '@/ui/support-contact'
import { acceptPayment } from './calls'
import { PatientChange, PdfOnly } from './patient-notices'

/** Below a test whose price is not the catalogue's */
const priceListText = (name: string) => `Price list: ${name}`

const custodyNotesTexts = {
  title: 'Notes on the samples',
  about: (tube: number | null, at: string) => `${tube === null ? 'The visit' : `Tube ${tube}`}, ${at}`,
}

const draftTexts = {
  waiting: 'A report waits for a pathologist of the lab. The customer does not see it.',
  returned: 'The pathologist sent the report back. It can be submitted again.',
  open: 'Open the report',
}

const texts = {
  title: 'Reported late',
  alarms: {
    'after-end': (at: string) =>
      `Something was done with samples of this booking, last at ${at}, that was reported after it had ended.`,
    'after-removal': (at: string) =>
      `Tubes were drawn, last at ${at}, by a collector who was taken off this visit before that was reported.`,
    mismatch: (at: string) =>
      `At ${at}, there was a doubt about the person, and tubes of this booking are drawn: they may be those of somebody else.`,
  } satisfies Record<CustodyAlarm, (at: string) => string>,
  payment: (amount: string, method: string, at: string) =>
    `${amount} (${method}) was reported as taken at ${at}. It is no payment until the owner accepts it.`,
  accept: 'Accept payment',
  accepted: 'Payment recorded',
  failed: 'Failed to record payment',
}

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
              ...factsOf(booking, 'staff'),
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

/** Shows reports after the end of the booking, a mismatch of the person, and cash that the owner of the lab has not accepted. */
export function LateReports({
  booking: { id, custody, reportedPayment },
}: {
  booking: Pick<BookingDetail, 'id' | 'custody' | 'reportedPayment'>
}) {
  const isOwner = useMayInLab()
  const isOfLab = useUser().role === 'lab-partner'
  const accept = useCommand({
    send: () => acceptPayment(id),
    succeeded: texts.accepted,
    failed: texts.failed,
  })
  if (!custody?.alarmAt && !reportedPayment) return null
  return (
    <section className="rounded-xl border border-error/40 px-4 py-3">
      <h3 className="font-semibold">{texts.title}</h3>
      {custody?.alarmAt && (
        <p className="mt-1">{texts.alarms[custody.alarm ?? 'after-end'](instantText(custody.alarmAt))}</p>
      )}
      {reportedPayment && (
        <p className="mt-1 tabular-nums">
          {texts.payment(
            rupeesText(reportedPayment.amount),
            paymentTexts[reportedPayment.method],
            instantText(reportedPayment.at),
          )}
        </p>
      )}
      {reportedPayment && isOfLab && isOwner && (
        <Button variant="outline" className="mt-2" loading={accept.busy} onClick={() => void accept.run()}>
          {texts.accept}
        </Button>
      )}
    </section>
  )
}

/** The notes of collectors and the lab about the samples of a booking. */
export function CustodyNotes({ notes = [] }: { notes?: BookingDetail['custodyNotes'] }) {
  if (notes.length === 0) return null
  return (
    <section className="rounded-xl border px-4 py-3">
      <h3 className="font-semibold">{custodyNotesTexts.title}</h3>
      <ul className="mt-1.5 grid gap-1.5">
        {notes.map(({ tube, text, at }) => (
          <li key={`${at} ${tube}`} className="[overflow-wrap:anywhere]">
            “{text}”{' '}
            <span className="text-ink-soft text-sm tabular-nums">
              {custodyNotesTexts.about(tube, instantText(at))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A report of the booking waits for a pathologist, or was sent back by one. */
function DraftNotice({ draft }: { draft: NonNullable<BookingDetail['draft']> }) {
  const isOfLab = useUser().role === 'lab-partner'
  const mayOpen = useMayInLab('technician', 'pathologist') && isOfLab
  const Icon = draft.isReturned ? Undo2 : FileClock
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-accent-soft px-4 py-2.5 text-accent-ink">
      <p className="flex min-w-0 items-center gap-2.5">
        <Icon className="size-5 shrink-0" aria-hidden />
        {draft.isReturned ? draftTexts.returned : draftTexts.waiting}
      </p>
      {mayOpen && (
        <ButtonLink
          to={`${paths.labReports}?${new URLSearchParams({ id: draft.id })}`}
          variant="outline"
          size="sm"
        >
          {draftTexts.open}
        </ButtonLink>
      )}
    </div>
  )
}
