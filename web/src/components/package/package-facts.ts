import type { PackageView } from '@jaanch/contracts/http/packages'
import { capitalised } from '@/lib/format/text'

/** Texts of a package, with the defaults for missing values (specification, sections 2.4, 3 and 9). */
export function reportTime(item: PackageView): string {
  return item.reportDeliveryTime ?? item.duration ?? 'Same day'
}

export function ratingOf(item: PackageView): number {
  return item.rating ?? 4.5
}

export function nearbyLabsOf(item: PackageView): number {
  return item.nearbyLabs ?? 3
}

/** @param range hours if the package has none: '8' in the details, '8-12' in the wizard */
export function fastingText(item: PackageView, range: '8' | '8-12'): string {
  return item.fastingRequired ? `${item.fastingHours || range} hours` : 'Not required'
}

export function ageText({ ageRestrictions }: PackageView): string {
  return `${ageRestrictions.min ?? 0} to ${ageRestrictions.max ?? '100+'} years`
}

const genderTexts = { both: 'All', male: 'Male', female: 'Female' } as const

export function genderText(item: PackageView): string {
  return genderTexts[item.genderSpecific]
}

export function sampleText(item: PackageView): string {
  return capitalised(item.sampleType)
}
