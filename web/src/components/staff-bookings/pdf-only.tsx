import { FileText } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { pdfOnly as text } from './late-texts'

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
