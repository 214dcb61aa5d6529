import { analyteOf } from '@jaanch/catalogue/parameters/analytes'
import type { StabilityKind } from '@jaanch/catalogue/parameters/parameter'
import { containerKindOf, type Specimen, tubesOf } from './containers.ts'
import type { PlannedTube, Stability } from './custody.ts'
import {
  calculated,
  containerDefaults,
  type Limits,
  type SampledParameter,
  stabilityRows,
  stabilitySources,
  unknownContainer,
} from './stability-table.ts'

const rowOf = new Map(stabilityRows.flatMap((row) => row.analytes.map((analyte) => [analyte, row] as const)))

/** @returns null if the kind of container is not known */
export function stabilityKindOf(tube: Specimen): StabilityKind | null {
  return /\bice\b/i.test(tube.specimen) ? 'on ice' : containerKindOf(tube)
}

/**
 * The strictest limits of the tests that share a tube: the shortest time, the highest minimum, the lowest maximum.
 * @param tube with the parameters of each of these tests (empty if a test has none). A package takes specimens for several tubes:
 * parameters whose analyte belongs to another kind of container are those of its other tubes
 * @returns the window, and the titles of the sources of its time. A test without a known analyte in this tube counts with the default
 * of the container
 */
export function stabilityOf(
  tube: Specimen & { tests: readonly (readonly SampledParameter[])[] },
): Stability & { windowMs: number; source: string } {
  const kind = stabilityKindOf(tube)
  const fallback = kind === null ? unknownContainer : containerDefaults[kind]
  const limitsOf = (parameters: readonly SampledParameter[]): Limits[] => {
    const found = parameters.flatMap((parameter) => {
      const { stability } = parameter
      const analyte = analyteOf(parameter)
      if (!stability && analyte !== null && calculated.has(analyte)) return []
      const known = stability ? { ...stability, sources: [] } : analyte && rowOf.get(analyte)
      const row = known ?? { ...fallback, container: kind }
      return row.container === kind ? [row] : []
    })
    return found.length > 0 ? found : [fallback]
  }
  const all = tube.tests.length > 0 ? tube.tests.flatMap(limitsOf) : [fallback]
  const shortest = all.reduce((least, each) => (each.hours < least.hours ? each : least))
  const known = (side: 'minC' | 'maxC') => all.flatMap((each) => each[side] ?? [])
  return {
    windowMs: shortest.hours * 3_600_000,
    minC: known('minC').length > 0 ? Math.max(...known('minC')) : null,
    maxC: known('maxC').length > 0 ? Math.min(...known('maxC')) : null,
    source: shortest.sources.map((id) => stabilitySources[id][0]).join('; '),
  }
}

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
