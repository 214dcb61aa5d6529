import { ineligibility } from '@jaanch/catalogue/overlaps/rules'
import type { PackageView } from '@jaanch/catalogue/packages/api'
import { istDate } from '@jaanch/contracts/calendar'
import { useFamily } from '@/features/account/people-calls'
import { ageText } from '@/lib/format/text'
import { useUser } from '@/lib/session/session-context'
import type { Draft } from './draft'
import type { Patient } from './visit'

type Person = {
  id: Patient
  name: string
  description: string
  /** @returns why a test is not suitable, as far as that is known */
  reasonAgainst: (item: PackageView) => string | undefined
}

/** Everybody whom the customer can book for, the customer first. */
export function usePeople({ preferredDate }: Pick<Draft, 'preferredDate'>): {
  people: Person[]
  loading: boolean
} {
  const user = useUser()
  const { rows, loading } = useFamily()
  const date = preferredDate || istDate(new Date())
  const reasonFor = (patient: Pick<typeof user, 'gender' | 'dateOfBirth'>) => (item: PackageView) =>
    ineligibility(
      {
        genderSpecific: item.genderSpecific,
        ageMin: item.ageRestrictions.min,
        ageMax: item.ageRestrictions.max,
      },
      patient,
      date,
    )
  const members = rows.map((member) => ({
    id: member.id,
    name: member.name,
    description: [member.relationship, member.age !== null && ageText(member.age)].filter(Boolean).join(', '),
    reasonAgainst: reasonFor(member),
  }))
  return {
    people: [{ id: null, name: 'Myself', description: '', reasonAgainst: reasonFor(user) }, ...members],
    loading,
  }
}
