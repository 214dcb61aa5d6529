import type { PackageView } from '@jaanch/catalogue/packages/api'

/** null: the customer */
export type Patient = string | null

/** The part of the wizard's draft that says which test is for whom. */
export type VisitDraft = {
  packageId: string
  /** Tests beside the one of the address */
  extraPackageIds: readonly string[]
  familyMemberId: Patient
  /** People beside that one */
  otherPatients: readonly Patient[]
  /** `pairOf` each person and test that do not belong together, of several people; all others do */
  skipped: readonly string[]
}

/** As many as a booking may have */
export const maxTests = 10
export const maxPeople = 8

export const oneTestForOne = { extraPackageIds: [], otherPatients: [], skipped: [] } as const

export function pairOf(patient: Patient, packageId: string): string {
  return `${patient ?? 'self'} ${packageId}`
}

export function patientsOf({ familyMemberId, otherPatients }: VisitDraft): Patient[] {
  return [familyMemberId, ...otherPatients]
}

/** All tests of the visit; the first one is that of the address. */
export function chosenPackageIds({
  packageId,
  extraPackageIds,
}: Pick<VisitDraft, 'packageId' | 'extraPackageIds'>): string[] {
  return [packageId, ...extraPackageIds]
}

/** The tests of each person; a single person gets all of them. */
export function itemsOf(draft: VisitDraft): { familyMemberId: Patient; packageIds: string[] }[] {
  const patients = patientsOf(draft)
  return patients.map((familyMemberId) => ({
    familyMemberId,
    packageIds: chosenPackageIds(draft).filter(
      (id) => patients.length === 1 || !draft.skipped.includes(pairOf(familyMemberId, id)),
    ),
  }))
}

/** Whether each person gets a test, and each test is for somebody. */
export function isComplete(draft: VisitDraft): boolean {
  const items = itemsOf(draft)
  return (
    items.every(({ packageIds }) => packageIds.length > 0) &&
    chosenPackageIds(draft).every((id) => items.some(({ packageIds }) => packageIds.includes(id)))
  )
}

/** @param packages with all chosen ones @returns rupees */
export function totalOf(draft: VisitDraft, packages: readonly PackageView[]): number {
  const priceOf = (id: string) => packages.find((each) => each.id === id)?.price ?? 0
  return itemsOf(draft)
    .flatMap(({ packageIds }) => packageIds)
    .reduce((sum, id) => sum + priceOf(id), 0)
}

/** The test that decides how long everybody fasts: the one with the longest time, which 8 to 12 hours may be. */
export function longestFast(packages: readonly [PackageView, ...PackageView[]]): PackageView {
  const hoursOf = ({ fastingRequired, fastingHours }: PackageView) =>
    fastingRequired ? fastingHours || 12 : 0
  return packages.reduce((longest, each) => (hoursOf(each) > hoursOf(longest) ? each : longest))
}
