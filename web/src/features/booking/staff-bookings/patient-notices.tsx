import type { BookingDetail, BookingView } from '@jaanch/booking/booking-view'
import { FileText, UserRound, UserRoundPen } from 'lucide-react'
import { testsText } from '@/components/booking/texts'
import { useBooking, useCollection } from '@/features/booking/bookings-calls'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { shortId } from '@/lib/format/text'
import { useUser } from '@/lib/session/session-context'
import { patientNameOf, personDetails, personTexts } from './texts'

const texts = {
  title: 'The patient’s details changed after the draw',
  atDraw: (person: string) => `At the draw: ${person}`,
  now: (person: string) => `Now: ${person}`,
  born: (date: string) => `born ${date}`,
  noBirthDate: 'birth date not given',
  noSex: 'sex not given',
  check:
    'The tubes have what was recorded at the draw. Make sure that it is the same person before you report.',
}

const and = new Intl.ListFormat('en', { type: 'conjunction' })

const reportTexts = {
  loading: 'Whose report …',
  /** The lab may not see the person any more */
  hidden: 'The name is not shown any more',
  customer: 'The customer',
  order: (number: string) => `Order ${number}`,
  noOrder: 'No order number yet',
  pdfOnly: (tests: readonly string[]) =>
    tests.length === 1
      ? `${tests[0]} is reported by PDF only: the catalogue has no parameters for it.`
      : `${and.format(tests)} are reported by PDF only: the catalogue has no parameters for them.`,
}

type Change = NonNullable<BookingDetail['patientChange']>

type PatientChangeProps = { change: BookingDetail['patientChange']; className?: string }

/** Warns that the customer changed the identity of the patient after the draw: the tubes and labels have the earlier one. */
export function PatientChange({ change, className }: PatientChangeProps) {
  if (!change) return null
  return (
    <section
      aria-label={texts.title}
      className={cn('flex gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink', className)}
    >
      <UserRoundPen className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{texts.title}</p>
        <p>{texts.atDraw(identityText(change.atDraw))}</p>
        <p>{texts.now(identityText(change.now))}</p>
        <p className="mt-1 text-sm">{texts.check}</p>
      </div>
    </section>
  )
}

function identityText({ name, dateOfBirth, sex }: Change['now']): string {
  return [
    name,
    dateOfBirth ? texts.born(dateText(dateOfBirth)) : texts.noBirthDate,
    sex ? personTexts.sexes[sex] : texts.noSex,
  ].join(', ')
}

type PdfOnlyProps = {
  /** Names of the tests of a booking whose reports are PDFs only */
  tests: readonly string[] | undefined
  className?: string
}

/** Names the tests of a booking for which a lab has no values to enter. */
export function PdfOnly({ tests = [], className }: PdfOnlyProps) {
  if (tests.length === 0) return null
  return (
    <p className={cn('flex gap-2.5 rounded-xl bg-sunken px-4 py-2.5', className)}>
      <FileText className="mt-0.5 size-5 shrink-0 text-brand-ink" aria-hidden />
      <span className="min-w-0 [overflow-wrap:anywhere]">{reportTexts.pdfOnly(tests)}</span>
    </p>
  )
}

/** Names the patient of a report, to the lab with age and sex as long as it may see them. Its height is fixed, so that nothing moves. */
export function ReportPatient({ booking }: { booking: BookingView }) {
  const isLab = useUser().role === 'lab-partner'
  const { data, loading } = useCollection(isLab ? booking.id : null)
  const { data: detail } = useBooking(booking.id)
  const person = data?.patient
  const named = person?.name ?? patientNameOf(booking)
  const name = named ?? (isLab ? reportTexts.hidden : reportTexts.customer)
  const order = booking.orderNumber ? reportTexts.order(booking.orderNumber) : reportTexts.noOrder
  return (
    <>
      <div className="mb-5 flex min-h-16 items-center gap-3 rounded-xl bg-sunken px-4 py-2.5">
        <UserRound className="size-5 shrink-0 text-brand-ink" aria-hidden />
        <p className="min-w-0">
          <span className="font-semibold">{isLab && loading ? reportTexts.loading : name}</span>
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
