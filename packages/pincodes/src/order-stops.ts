import { kmBetweenPincodes } from './distance.ts'

type Stop = {
  /** A slot or a time of day; null comes first */
  time: string | null
  pincode: string | null
}

/**
 * The order of a round: by time, and at the same time from each stop to the nearest one by the distance of PIN codes, from the start on.
 * Roads and traffic are not known. Stops of the same distance, and those whose place is not known, stay in the order given.
 *
 * @param start PIN code; null: not known, then the first stop of a time is the first one given
 */
export function orderStops<S extends Stop>(stops: readonly S[], start: string | null): S[] {
  const ordered: S[] = []
  let place = start
  const byTime = Map.groupBy(stops, ({ time }) => time ?? '')
  for (const time of [...byTime.keys()].sort()) {
    const left = [...(byTime.get(time) ?? [])]
    while (left.length > 0) {
      const distances = left.map(({ pincode }) => kmOf(place, pincode))
      const [next] = left.splice(distances.indexOf(Math.min(...distances)), 1) as [S]
      ordered.push(next)
      place = next.pincode ?? place
    }
  }
  return ordered
}

function kmOf(one: string | null, other: string | null): number {
  const km = one && other ? kmBetweenPincodes(one, other) : undefined
  return km ?? Number.POSITIVE_INFINITY
}
