import { Price } from '@/components/package/price'
import { rupeesText } from '@/lib/format/numbers'
import { Card } from '@/ui/card'
import { collectionText, type VisitStepProps } from './draft'
import { summary as texts } from './texts'
import { TotalLines } from './total-lines'
import { itemsOf } from './visit'

type WizardSummaryProps = Pick<VisitStepProps, 'packages' | 'draft'> & { /** Rupees */ total: number }

export function WizardSummary({ packages, draft, total }: WizardSummaryProps) {
  const [item] = packages
  const tests = itemsOf(draft).flatMap(({ packageIds }) => packageIds).length
  const { street, city } = draft.address
  const hasSchedule = draft.preferredDate !== '' || draft.collectionType === 'instant'
  const lines = [hasSchedule && collectionText(draft), [street, city].filter(Boolean).join(', ')].filter(
    Boolean,
  )
  return (
    <aside aria-label={texts.label} className="hidden lg:block">
      <Card className="sticky top-6 p-5">
        <p className="text-ink-soft text-xs">{texts.label}</p>
        {tests === 1 ? (
          <>
            <p className="mt-1 font-semibold text-base">{item.name}</p>
            <Price price={total} originalPrice={item.originalPrice} className="mt-2" />
          </>
        ) : (
          <div className="mt-2">
            <TotalLines packages={packages} draft={draft} />
            <p className="mt-3 flex items-baseline justify-between gap-4 border-t pt-3">
              <span className="font-semibold">{texts.total}</span>
              <strong className="font-bold text-xl tabular-nums">{rupeesText(total)}</strong>
            </p>
          </div>
        )}
        {lines.length > 0 && (
          <ul className="mt-4 grid gap-1.5 border-t pt-4 text-ink-soft text-xs">
            {lines.map((line) => (
              <li key={String(line)}>{line}</li>
            ))}
          </ul>
        )}
      </Card>
    </aside>
  )
}
