import type { PlannedTube } from '@jaanch/contracts/custody'
import { type Specimen, tubesOf } from '../booking/tubes.ts'

/** @param tests the booking's packages with what they need. @returns the fewest tubes, numbered in the order of draw */
export function planTubes(tests: readonly { id: string; specimens: readonly Specimen[] }[]): PlannedTube[] {
  const tubes = tubesOf(tests.map(({ id, specimens }) => ({ name: id, specimens })))
  return tubes.map(({ specimen, container, tests: packageIds }, n) => ({
    number: n + 1,
    specimen,
    container,
    packageIds,
    stability: { windowMs: null, minC: null, maxC: null },
  }))
}
