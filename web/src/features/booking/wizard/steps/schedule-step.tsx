import { longFastOf, strictestFast, usualFastingHours } from '@jaanch/booking/rules'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { ShieldAlert } from 'lucide-react'
import { useFamily } from '@/features/account/people-calls'
import { SlotPicker } from '@/features/booking/slots/slot-picker'
import { FastingWarning } from '@/features/catalogue/package/fasting-warning'
import { ageText } from '@/lib/format/text'
import { useUser } from '@/lib/session/session-context'
import { EnteredFields } from '../entered-fields'
import { useWizard } from '../use-wizard'
import { chosenPackageIds, itemsOf, longestFast } from '../visit'
import { StepHeading } from '../wizard-frame'

const texts = {
  question: 'Which day and time suit you?',
  advice: 'An early slot is easiest.',
  you: 'You',
  hours: (name: string, age: number, hours: number) =>
    `${name}, ${ageText(age)}: ${hours} hours without food is long at this age. Please ask a doctor first, and choose the earliest slot.`,
  late: (name: string, age: number) =>
    `${name}, ${ageText(age)}: a fast until after 10:00 am is long at this age. A slot before 10:00 am is better.`,
}

export function ScheduleStep() {
  const { packages, draft, updateDraft, now, visitSlots } = useWizard()
  return (
    <>
      <StepHeading>{texts.question}</StepHeading>
      <FastingWarning item={longestFast(packages)} advice={texts.advice} />
      <LongFastWarning />
      <SlotPicker
        pincode={draft.address.pincode}
        packageIds={chosenPackageIds(draft)}
        date={draft.preferredDate}
        time={draft.preferredTime}
        onChange={({ date, time }) => updateDraft({ preferredDate: date, preferredTime: time })}
        now={now}
        fastingHours={strictestFast(packages)}
        isHeld={visitSlots.isHeld}
        isRefused={visitSlots.hold.isRefused}
      />
      <EnteredFields entered={draft} onChange={updateDraft} />
    </>
  )
}

/** Warns of a long fast for children and for people over 65. */
export function LongFastWarning() {
  const { packages, draft } = useWizard()
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
    const text =
      reason === 'hours' ? texts.hours(name, age, hours || usualFastingHours) : texts.late(name, age)
    return [{ id: familyMemberId ?? '', text }]
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
