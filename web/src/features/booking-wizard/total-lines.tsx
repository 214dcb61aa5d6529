import { patientText } from '@/components/booking/texts'
import { rupeesText } from '@/lib/format/numbers'
import { useFamily } from '@/lib/resources/people'
import type { VisitStepProps } from './draft'
import { summary as texts } from './texts'
import { itemsOf } from './visit'

/** What each test costs, and for whom. */
export function TotalLines({ packages, draft }: Pick<VisitStepProps, 'packages' | 'draft'>) {
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
