import { ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { patientText } from '@/components/booking/texts'
import { useFamily } from '@/features/account/people-calls'
import { Price } from '@/features/catalogue/package/price'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { countedText } from '@/lib/format/text'
import { Card } from '@/ui/card'
import { collectionText } from './draft'
import { useWizard } from './use-wizard'
import { itemsOf } from './visit'

const texts = {
  toPay: 'To pay',
  label: 'Your booking',
  lines: 'What each test costs',
  total: 'Total',
  count: (tests: number, people: number) =>
    `${countedText(tests, 'test')}${people > 1 ? ` for ${people} people` : ''}`,
}

export function WizardSummary() {
  const { packages, draft, total } = useWizard()
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
            <TotalLines />
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

/** Lists for each person what each test costs. */
function TotalLines() {
  const { packages, draft } = useWizard()
  const family = useFamily().rows
  return (
    <ul aria-label={texts.lines} className="grid gap-3">
      {itemsOf(draft).map(({ familyMemberId, packageIds }) => (
        <li key={familyMemberId ?? ''}>
          <p className="font-medium">{patientText(family.find(({ id }) => id === familyMemberId) ?? null)}</p>
          <ul className="mt-1 grid gap-1">
            {packages
              .filter(({ id }) => packageIds.includes(id))
              .map(({ id, name, price }) => (
                <li key={id} className="flex justify-between gap-4">
                  <span className="min-w-0 text-ink-soft">{name}</span>
                  <span className="shrink-0 tabular-nums">{rupeesText(price)}</span>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** One line that replaces the hidden summary; it opens to the price of each test for each person. */
export function RunningTotal() {
  const { draft, total } = useWizard()
  const [isOpen, setOpen] = useState(false)
  const lines = useId()
  const items = itemsOf(draft)
  const tests = items.flatMap(({ packageIds }) => packageIds).length
  return (
    <div className="border-b lg:hidden">
      {isOpen && (
        <div id={lines} className="max-h-[40dvh] overflow-y-auto px-4 pt-3 sm:px-6">
          <TotalLines />
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
          {texts.toPay} <span className="text-xs">({texts.count(tests, items.length)})</span>
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
