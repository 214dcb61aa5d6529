/**
 * A laboratory's own critical limits. They can be stricter than those of the catalogue only: the one that is reached first counts, so that
 * nobody is called less often than the catalogue says.
 */

/** Critical limits of some ages, in completed months of age, `ageFrom` included, `ageTo` excluded (null: open); null: no such limit. */
export type CriticalBand = { ageFrom: number; ageTo: number | null; low: number | null; high: number | null }

/** A row of a laboratory, in the unit of the parameter. */
export type OwnCriticalLimit = CriticalBand & { code: string }

/**
 * Why own limits are not taken at some ages. `looser`: the catalogue's limit is reached first. `crossed`: with the catalogue's other limit,
 * every result would be critical.
 */
export type LimitFault = { property: 'low' | 'high'; reason: 'looser' | 'crossed'; band: CriticalBand }

/**
 * @param bands of the catalogue, for the parameter
 * @returns the first fault of own limits, by age; undefined: there is none
 */
export function faultOfOwn(bands: readonly CriticalBand[], own: CriticalBand): LimitFault | undefined {
  for (const band of bands.filter((one) => haveCommonAge(one, own))) {
    const { low, high } = band
    if (own.low !== null && low !== null && own.low < low) return { property: 'low', reason: 'looser', band }
    if (own.high !== null && high !== null && own.high > high)
      return { property: 'high', reason: 'looser', band }
    if (own.low !== null && high !== null && own.low >= high)
      return { property: 'low', reason: 'crossed', band }
    if (own.high !== null && low !== null && own.high <= low)
      return { property: 'high', reason: 'crossed', band }
  }
  return undefined
}

function haveCommonAge(a: CriticalBand, b: CriticalBand): boolean {
  return (a.ageTo === null || b.ageFrom < a.ageTo) && (b.ageTo === null || a.ageFrom < b.ageTo)
}
