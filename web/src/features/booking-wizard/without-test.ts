import type { Draft } from './draft'
import { chosenPackageIds, itemsOf, type Patient, pairOf, patientsOf } from './visit'

/**
 * The visit without a test of a person, where others get it or none does any more.
 * @returns the change of the draft; `first`: another test is to be that of the address; null: nothing would be left to book
 */
export function withoutTest(
  draft: Draft,
  patient: Patient,
  packageId: string,
): (Partial<Draft> & { first?: string }) | null {
  const getsIt = itemsOf(draft).filter(({ packageIds }) => packageIds.includes(packageId))
  const isForOthers = getsIt.some(({ familyMemberId }) => familyMemberId !== patient)
  const [own] = itemsOf(draft).filter(({ familyMemberId }) => familyMemberId === patient)
  // who gets nothing any more is no longer tested
  const remaining = own?.packageIds.filter((id) => id !== packageId) ?? []
  if (remaining.length === 0 && patientsOf(draft).length === 1) return null
  const skipped = [...draft.skipped, pairOf(patient, packageId)]
  const [familyMemberId = null, ...otherPatients] =
    remaining.length > 0 ? patientsOf(draft) : patientsOf(draft).filter((each) => each !== patient)
  const people = { familyMemberId, otherPatients }
  if (isForOthers) return { ...people, skipped }
  const [first, ...extraPackageIds] = chosenPackageIds(draft).filter((id) => id !== packageId)
  if (first === undefined) return null
  return { ...people, skipped: draft.skipped, extraPackageIds, ...(first !== draft.packageId && { first }) }
}
