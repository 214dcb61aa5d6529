import type { PlannedTube } from '../custody-facts.ts'
import { tubesOf } from '../tubes-of-visit.ts'
import type { Specimen } from './container-kind.ts'
import { stabilityOf } from './stability.ts'
import type { SampledParameter } from './stability-table.ts'

/**
 * @param tests the booking's packages with what they need and the parameters that they measure
 * @returns the fewest tubes, numbered in the order of draw, with the strictest limits of their tests
 */
export function planTubes(
  tests: readonly {
    id: string
    specimens: readonly Specimen[]
    parameters: readonly SampledParameter[]
  }[],
): PlannedTube[] {
  const tubes = tubesOf(tests.map(({ id, specimens }) => ({ name: id, specimens })))
  const parametersOf = new Map(tests.map(({ id, parameters }) => [id, parameters]))
  function stabilityIn(tube: Specimen, packageIds: readonly string[]): PlannedTube['stability'] {
    const parameters = packageIds.map((id) => parametersOf.get(id) ?? [])
    const { windowMs, minC, maxC } = stabilityOf({ ...tube, tests: parameters })
    return { windowMs, minC, maxC }
  }
  return tubes.map(({ specimen, container, tests: packageIds }, n) => ({
    number: n + 1,
    specimen,
    container,
    packageIds,
    stability: stabilityIn({ specimen, container }, packageIds),
  }))
}
