import { ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import type { VisitStepProps } from './draft'
import { footer, summary as texts } from './texts'
import { TotalLines } from './total-lines'
import { itemsOf } from './visit'

type RunningTotalProps = Pick<VisitStepProps, 'packages' | 'draft'> & { /** Rupees */ total: number }

/** One line where the summary is hidden; opens to what each test costs, and for whom. */
export function RunningTotal({ total, ...visit }: RunningTotalProps) {
  const [isOpen, setOpen] = useState(false)
  const lines = useId()
  const items = itemsOf(visit.draft)
  const tests = items.flatMap(({ packageIds }) => packageIds).length
  return (
    <div className="border-b lg:hidden">
      {isOpen && (
        <div id={lines} className="max-h-[40dvh] overflow-y-auto px-4 pt-3 sm:px-6">
          <TotalLines {...visit} />
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? lines : undefined}
        className="flex min-h-11 w-full items-center gap-2 px-4 py-1 text-left sm:px-6"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0 grow text-ink-soft">
          {footer.toPay} <span className="text-xs">({texts.count(tests, items.length)})</span>
        </span>
        <strong className="shrink-0 font-bold text-base tabular-nums">{rupeesText(total)}</strong>
        <ChevronUp
          className={cn('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')}
          aria-hidden
        />
      </button>
    </div>
  )
}
