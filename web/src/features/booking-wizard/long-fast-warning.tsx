import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { strictestFast, usualFastingHours } from '@jaanch/domain/booking/last-meal'
import { longFastOf } from '@jaanch/domain/booking/long-fast'
import { ShieldAlert } from 'lucide-react'
import { useFamily } from '@/lib/resources/people'
import { useUser } from '@/lib/session/session-context'
import type { VisitStepProps } from './draft'
import { longFast as texts } from './texts'
import { itemsOf } from './visit'

/** For children and people over 65 who would fast long with what is chosen. */
export function LongFastWarning({ packages, draft }: Pick<VisitStepProps, 'packages' | 'draft'>) {
  const user = useUser()
  const family = useFamily().rows
  const date = draft.preferredDate || istDate(new Date())
  const warnings = itemsOf(draft).flatMap(({ familyMemberId, packageIds }) => {
    const member = family.find(({ id }) => id === familyMemberId)
    const born = familyMemberId === null ? user.dateOfBirth : member?.dateOfBirth
    const age = born ? ageOn(born, date) : (member?.age ?? null)
    const hours = strictestFast(packages.filter(({ id }) => packageIds.includes(id)))
    const reason = longFastOf(age, hours, draft.preferredTime)
    if (!reason || age === null) return []
    const name = member?.name ?? texts.you
    const isHours = reason === 'hours'
    return [
      {
        id: familyMemberId ?? '',
        text: isHours ? texts.hours(name, age, hours || usualFastingHours) : texts.late(name, age),
      },
    ]
  })
  return (
    <ul role="status" className="not-empty:mb-5 grid gap-2 text-error">
      {warnings.map(({ id, text }) => (
        <li key={id} className="flex gap-3 rounded-xl bg-error-soft px-4 py-3">
          <ShieldAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
