/** What identifies a person in reports, and what is said when it was corrected. */

import { dateText } from '@jaanch/contracts/format'
import type { Gender } from '@jaanch/contracts/vocabulary'

export type Identity = { name: string; dateOfBirth: string | null; sex: Gender | null }

const fields = { name: 'name', dateOfBirth: 'birth date', sex: 'sex' } as const
type IdentityField = keyof typeof fields
export const identityFields = Object.keys(fields) as IdentityField[]

/** The identity of a person until an instant (ISO 8601), at which it was edited */
export type FormerIdentity = Identity & { until: string }

/** @param former oldest first @param at ISO 8601, UTC @returns what identified the person at that instant */
export function identityAt(present: Identity, former: readonly FormerIdentity[], at: string): Identity {
  const then = former.find(({ until }) => Date.parse(until) > Date.parse(at))
  if (!then) return present
  const { until: _, ...identity } = then
  return identity
}

/** The IST date of the last correction of each field */
export type Corrections = Partial<Record<IdentityField, string>>

/** @returns the fields that get another value; one that was not known before is no other */
export function changedIdentity(before: Identity, after: Identity): IdentityField[] {
  return identityFields.filter((field) => before[field] !== null && before[field] !== after[field])
}

/** @returns such as `name and sex` */
export function identityText(changed: readonly IdentityField[]): string {
  const names = changed.map((field) => fields[field])
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}

/** @returns such as `Patient details corrected on 3 Aug 2026 (name, sex)`, the earliest correction first; null without any */
export function correctionText(corrections: Corrections): string | null {
  const dates = [...new Set(Object.values(corrections))].toSorted()
  if (dates.length === 0) return null
  const parts = dates.map((date) => {
    const names = identityFields.filter((field) => corrections[field] === date).map((field) => fields[field])
    return `${dateText(date)} (${names.join(', ')})`
  })
  return `Patient details corrected on ${parts.join(' and ')}`
}
