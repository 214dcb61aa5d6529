import type { BookingView } from '@jaanch/booking/booking-view'
import { UserRound } from 'lucide-react'
import { testsText } from '@/components/booking/texts'
import { useBooking, useCollection } from '@/features/booking/bookings-calls'
import { shortId } from '@/lib/format/text'
import { useUser } from '@/lib/session/session-context'
import { patientNameOf, personDetails } from './booking-names'
import { PatientChange, PdfOnly } from './patient-notices'
import { reportPatient as texts } from './report-texts'

/** Whose report it is: for the lab with age and sex, as long as it may see them. It has one height, so that nothing moves. */
export function ReportPatient({ booking }: { booking: BookingView }) {
  const isLab = useUser().role === 'lab-partner'
  const { data, loading } = useCollection(isLab ? booking.id : null)
  const { data: detail } = useBooking(booking.id)
  const person = data?.patient
  const named = person?.name ?? patientNameOf(booking)
  const name = named ?? (isLab ? texts.hidden : texts.customer)
  const order = booking.orderNumber ? texts.order(booking.orderNumber) : texts.noOrder
  return (
    <>
      <div className="mb-5 flex min-h-16 items-center gap-3 rounded-xl bg-sunken px-4 py-2.5">
        <UserRound className="size-5 shrink-0 text-brand-ink" aria-hidden />
        <p className="min-w-0">
          <span className="font-semibold">{isLab && loading ? texts.loading : name}</span>
          {person && <span>, {personDetails(person)}</span>}
          <span className="block text-ink-soft text-xs tabular-nums">
            {order} · #{shortId(booking.id)}, {testsText(booking)}
          </span>
        </p>
      </div>
      <PatientChange change={detail?.patientChange} className="mb-5" />
      <PdfOnly tests={detail?.pdfOnly} className="mb-5" />
    </>
  )
}
