import { IdCard, UtensilsCrossed } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { beforeVisitTexts, type VisitToPrepare } from './before-visit-texts'

type BeforeVisitProps = { bookings: readonly VisitToPrepare[]; className?: string }

/** When to stop eating, and what to have ready. */
export function BeforeVisit({ bookings, className }: BeforeVisitProps) {
  const { fasting, ready } = beforeVisitTexts(bookings)
  return (
    <ul
      aria-label="Before the visit"
      className={cn('grid gap-1.5 text-sm [&_li]:flex [&_li]:gap-2.5 [&_svg]:mt-0.5', className)}
    >
      {fasting && (
        <li className="font-semibold">
          <UtensilsCrossed className="size-4 shrink-0 text-accent-ink" aria-hidden />
          <span>{fasting}</span>
        </li>
      )}
      <li className="text-ink-soft">
        <IdCard className="size-4 shrink-0" aria-hidden />
        <span>{ready}</span>
      </li>
    </ul>
  )
}
