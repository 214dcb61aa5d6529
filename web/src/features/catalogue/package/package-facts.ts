import type { PackageView } from '@jaanch/catalogue/packages/api'
import { packageFacts } from '@jaanch/insight/facts/facts'
import { useFacts } from '@/features/insight/facts-calls'
import { capitalised } from '@/lib/format/text'

/** The defaults for a package without values of its own; null: nothing */
export type PackageDefaults = Readonly<Record<keyof typeof packageFacts, string | null>>

/** By default those of the specification (sections 2.4, 3 and 9). */
export function usePackageDefaults(): PackageDefaults {
  return useFacts(packageFacts)
}

export function reportTime(item: PackageView, { packageReportTime }: PackageDefaults): string | null {
  return item.reportDeliveryTime ?? item.duration ?? packageReportTime
}

export function ratingOf(item: PackageView, { packageRating }: PackageDefaults): number | null {
  return item.rating ?? numberOf(packageRating)
}

export function nearbyLabsOf(item: PackageView, { packageNearbyLabs }: PackageDefaults): number | null {
  return item.nearbyLabs ?? numberOf(packageNearbyLabs)
}

const numberOf = (text: string | null) => (text === null ? null : Number(text))

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

/**
 * Percent off, as the specification's section 9 defines it: round((original − price) / original × 100).
 * Both amounts in the same unit. 0 without an original price, or if it is not above the price.
 */
export function percentOff(price: number, originalPrice: number | null): number {
  if (!originalPrice || originalPrice <= price) return 0
  return Math.round(((originalPrice - price) / originalPrice) * 100)
}
