import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { type Tube, tubesOf } from '@jaanch/domain/booking/tubes'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import type { ReadQueries } from '../../reads/replica.ts'

/** What tubes follow from, also of packages that are no longer on offer. */
export const sampledPackage = z.object({
  id: z.uuid(),
  name: z.string(),
  sampleType: z.enum(sampleTypes),
  specimens: z.array(z.object({ specimen: z.string(), container: z.string().nullish() })),
})
type SampledPackage = z.output<typeof sampledPackage>

/** @param packages of one person */
export function tubesFor(packages: readonly SampledPackage[]): Tube[] {
  return tubesOf(packages.map(withSpecimens))
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

/**
 * @returns adds the number of tubes to what staff see of bookings. The packages are read once a minute: with every page they would take
 * as long as the page
 */
export function createTubeCounts(db: ReadQueries) {
  let kept = { packages: new Map<string, SampledPackage>(), at: 0 }

  async function readPackages(ids: readonly string[]): Promise<ReadonlyMap<string, SampledPackage>> {
    if (Date.now() - kept.at >= keptMs) kept = { packages: new Map(), at: Date.now() }
    const { packages } = kept
    const unknown = [...new Set(ids.filter((id) => !packages.has(id)))]
    if (unknown.length === 0) return packages
    const rows = await db.any(sql.type(sampledPackage)`
      select id, name, sample_type, specimens from packages where id = any(${sql.array(unknown, 'uuid')})`)
    for (const row of rows) packages.set(row.id, row)
    return packages
  }

  return async <View extends BookingView>({ role }: Caller, views: readonly View[]): Promise<View[]> => {
    if (role === 'customer') return [...views]
    const packages = await readPackages(views.flatMap((view) => view.packages.map(({ id }) => id)))
    return views.map((view) => ({
      ...view,
      tubeCount: tubesFor(view.packages.flatMap(({ id }) => packages.get(id) ?? [])).length,
    }))
  }
}
