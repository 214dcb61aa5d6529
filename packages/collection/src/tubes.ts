import type { BookingView } from '@jaanch/booking/booking-view'
import type { Caller } from '@jaanch/contracts/caller'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Tube, tubesOf } from './custody/containers.ts'
import type { PlannedTube } from './custody/custody.ts'
import { planTubes } from './custody/stability.ts'
import type { CatalogueStability } from './custody/stability-table.ts'

/** The columns that determine the tubes of a package, including one that is no longer on offer. */
const sampledPackage = z.object({
  id: z.uuid(),
  name: z.string(),
  sampleType: z.enum(sampleTypes),
  specimens: z.array(z.object({ specimen: z.string(), container: z.string().nullish() })),
})

/** The same with the parameters, which determine how long the tubes last. */
export const plannedPackage = sampledPackage.extend({
  parameters: z.array(
    z.object({
      name: z.string(),
      loinc: z.string().nullable(),
      stability: z.custom<CatalogueStability>().nullable(),
    }),
  ),
})

/** SQL: the columns of `plannedPackage`, from `packages` */
export const plannedColumns = sql.fragment`id, name, sample_type, specimens,
  (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'loinc', p.loinc, 'stability', p.stability)), '[]')
     from parameters p where p.code = any (parameter_codes)) as parameters`
type PlannedPackage = z.output<typeof plannedPackage>
type SampledPackage = z.output<typeof sampledPackage>

/** @param packages of one person */
export function tubesFor(packages: readonly SampledPackage[]): Tube[] {
  return tubesOf(packages.map(withSpecimens))
}

/** The tubes of a booking by today's catalogue, for its first custody command. @param packages of one person */
export function plannedTubes(packages: readonly PlannedPackage[]): PlannedTube[] {
  return planTubes(
    packages.map((each) => ({
      id: each.id,
      specimens: withSpecimens(each).specimens,
      parameters: each.parameters,
    })),
  )
}

/** A test whose tubes the catalogue does not name needs its kind of sample. */
function withSpecimens({ name, specimens, sampleType }: SampledPackage) {
  if (specimens.length === 0) {
    const specimen = sampleType.charAt(0).toUpperCase() + sampleType.slice(1)
    return { name, specimens: [{ specimen, container: null }] }
  }
  return {
    name,
    specimens: specimens.map(({ specimen, container }) => ({ specimen, container: container ?? null })),
  }
}

const keptMs = 60_000
const maxCounts = 10_000

/**
 * @returns adds the number of tubes to what staff see of bookings. The packages are read once a minute: with every page they would take
 * as long as the page
 */
export function createTubeCounts(db: ReadQueries) {
  const fresh = () => ({
    packages: new Map<string, SampledPackage>(),
    /** Numbers of tubes by the ids of a person's packages: many people order the same */
    counts: new Map<string, number>(),
    at: Date.now(),
  })
  let kept = fresh()

  async function readPackages(ids: readonly string[]): Promise<typeof kept> {
    if (Date.now() - kept.at >= keptMs) kept = fresh()
    const reading = kept
    const { packages } = reading
    const unknown = [...new Set(ids.filter((id) => !packages.has(id)))]
    if (unknown.length === 0) return reading
    const rows = await db.any(sql.type(sampledPackage)`
      select id, name, sample_type, specimens from packages where id = any(${sql.array(unknown, 'uuid')})`)
    for (const row of rows) packages.set(row.id, row)
    return reading
  }

  function countOf({ packages, counts }: typeof kept, ids: readonly string[]): number {
    const key = ids.join()
    const count = counts.get(key) ?? tubesFor(ids.flatMap((id) => packages.get(id) ?? [])).length
    if (counts.size < maxCounts) counts.set(key, count)
    return count
  }

  return async <View extends BookingView>({ role }: Caller, views: readonly View[]): Promise<View[]> => {
    if (role === 'customer') return [...views]
    const ordered = views.map((view) => view.packages.map(({ id }) => id))
    const read = await readPackages(ordered.flat())
    return views.map((view, n) => ({ ...view, tubeCount: countOf(read, ordered[n] ?? []) }))
  }
}
