import type { PlannedTube } from '@jaanch/contracts/custody'
import { tubesOf } from '../booking/tubes.ts'
import type { Specimen } from './container-kind.ts'
import { stabilityOf } from './stability.ts'
import type { CatalogueStability } from './stability-table.ts'

/**
 * @param tests the booking's packages with what they need, the codes of the parameters that they measure, and what the catalogue says of
 * the stability of some of these
 * @returns the fewest tubes, numbered in the order of draw, with the strictest limits of their tests
 */
export function planTubes(
  tests: readonly {
    id: string
    specimens: readonly Specimen[]
    parameterCodes: readonly string[]
    stabilities?: Readonly<Record<string, CatalogueStability>>
  }[],
): PlannedTube[] {
  const tubes = tubesOf(tests.map(({ id, specimens }) => ({ name: id, specimens })))
  const own = Object.assign({}, ...tests.map(({ stabilities }) => stabilities)) as Record<
    string,
    CatalogueStability
  >
  const codesOf = new Map(tests.map(({ id, parameterCodes }) => [id, parameterCodes]))
  function stabilityIn(tube: Specimen, packageIds: readonly string[]): PlannedTube['stability'] {
    const codes = packageIds.map((id) => codesOf.get(id) ?? [])
    const { windowMs, minC, maxC } = stabilityOf({ ...tube, tests: codes }, own)
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
