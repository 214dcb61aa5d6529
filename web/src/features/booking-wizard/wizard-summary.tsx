import type { PackageView } from '@jaanch/contracts/http/packages'
import { Price } from '@/components/package/price'
import { Card } from '@/ui/card'
import { collectionText, type Draft } from './draft'

/** The current choices, beside the steps on large screens. */
export function WizardSummary({ item, draft }: { item: PackageView; draft: Draft }) {
  const { street, city } = draft.address
  const hasSchedule = draft.preferredDate !== '' || draft.collectionType === 'instant'
  const lines = [hasSchedule && collectionText(draft), [street, city].filter(Boolean).join(', ')].filter(
    Boolean,
  )
  return (
    <aside aria-label="Your booking" className="hidden lg:block">
      <Card className="sticky top-6 p-5">
        <p className="text-ink-soft text-xs">Your booking</p>
        <p className="mt-1 font-semibold text-base">{item.name}</p>
        <Price price={item.price} originalPrice={item.originalPrice} className="mt-2" />
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
