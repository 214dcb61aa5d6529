import type { Gender } from '@jaanch/contracts/vocabulary'
import { type FormerIdentity, identityFields } from '@jaanch/domain/report/identity'

type Details = { name: string; dateOfBirth: string | null; gender: Gender | null }

/** @returns what an edit takes away, to be kept: nothing, or the identity before it. Details that were not known before count too */
export function formerIdentities(before: Details, after: Details, now: Date): FormerIdentity[] {
  const identityOf = ({ name, dateOfBirth, gender }: Details) => ({ name, dateOfBirth, sex: gender })
  const [former, next] = [identityOf(before), identityOf(after)]
  const isOther = identityFields.some((field) => former[field] !== next[field])
  return isOther ? [{ ...former, until: now.toISOString() }] : []
}
