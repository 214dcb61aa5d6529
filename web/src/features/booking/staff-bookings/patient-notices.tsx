import type { BookingDetail } from '@jaanch/booking/booking-view'
import { FileText, UserRoundPen } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { pdfOnly as text, patientChange as texts } from './late-texts'
import { person as personTexts } from './texts'

type Change = NonNullable<BookingDetail['patientChange']>

type PatientChangeProps = { change: BookingDetail['patientChange']; className?: string }

/** That the customer changed what identifies the patient after the draw: the tubes and their labels say what was before. */
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

/** Says for which tests of a booking a lab has no values to enter. Nothing if there are none. */
export function PdfOnly({ tests = [], className }: PdfOnlyProps) {
  if (tests.length === 0) return null
  return (
    <p className={cn('flex gap-2.5 rounded-xl bg-sunken px-4 py-2.5', className)}>
      <FileText className="mt-0.5 size-5 shrink-0 text-brand-ink" aria-hidden />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text(tests)}</span>
    </p>
  )
}
