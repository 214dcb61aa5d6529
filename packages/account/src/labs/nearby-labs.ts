import { createHash } from 'node:crypto'
import { cityOfPincode } from '@jaanch/pincodes/distance'
import { citiesOfPincodes } from '@jaanch/pincodes/find-place'
import { NoReadTablesError, type ReadBarrier } from '@jaanch/platform/reads/barrier'
import { readTable } from '@jaanch/platform/reads/read-tables'
import { keepUntilForgotten } from '@jaanch/platform/share-calls'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** How many labs a city has, for each package. */
export type CityLabs = {
  /** The same for cities with the same numbers */
  key: string
  /** null: no lab is known in the city */
  countFor(packageId: string): number | null
}

const labRow = z.object({
  city: z.string().nullable(),
  cities: z.array(z.string()),
  pincodes: z.array(z.string()),
  excludedPackageIds: z.array(z.uuid()),
})
export type DeclaredLab = z.output<typeof labRow>

/** Approvals, suspensions and addresses of labs are noticed so late, ms */
const keptForMs = 30_000

const unknownCity: CityLabs = { key: '', countFor: () => null }
const nameOf = (city: string) => city.trim().toLowerCase()

/** The labs of each city: those that are located there, or declared it or a PIN code in it. */
export function labsByCity(labs: readonly DeclaredLab[]): ReadonlyMap<string, CityLabs> {
  const counts = new Map<string, { labs: number; excluding: Map<string, number> }>()
  for (const { city, cities, pincodes, excludedPackageIds } of labs) {
    const served = [city ?? '', ...cities, ...pincodes.map((pincode) => cityOfPincode(pincode) ?? '')]
    for (const name of new Set(served.map(nameOf))) {
      const count = counts.get(name) ?? { labs: 0, excluding: new Map<string, number>() }
      count.labs += 1
      for (const id of excludedPackageIds) count.excluding.set(id, (count.excluding.get(id) ?? 0) + 1)
      counts.set(name, count)
    }
  }
  counts.delete('')
  return new Map(
    [...counts].map(([name, { labs, excluding }]) => {
      const key = createHash('sha1')
        .update(JSON.stringify([labs, [...excluding].sort()]))
        .digest('base64')
      return [name, { key, countFor: (packageId) => labs - (excluding.get(packageId) ?? 0) }]
    }),
  )
}

/**
 * Counts the labs of cities in memory: a thousand labs are read in one query, at most every half minute unless they change.
 */
export function createNearbyLabs(db: DatabasePool, { readView }: Pick<ReadBarrier, 'readView'>) {
  async function read() {
    const view = await readView()
    const labs = await db.any(sql.type(labRow)`
      select l.city, coalesce(c.cities, '{}') as cities, coalesce(c.pincodes, '{}') as pincodes,
             coalesce(c.excluded_package_ids, '{}') as excluded_package_ids
        from ${readTable(view, 'lab_partners')} r
        join lab_partners l on l.id = r.id
        left join lab_capacities c on c.lab_partner_id = r.id
       where r.status = 'approved'`)
    return labsByCity(labs)
  }

  const counted = keepUntilForgotten(keptForMs, read)

  async function labsOfCities(): Promise<ReadonlyMap<string, CityLabs>> {
    try {
      return await counted.get()
    } catch (error) {
      if (error instanceof NoReadTablesError) return new Map()
      throw error
    }
  }

  return {
    /** @param city any spelling of upper and lower case; undefined: none was chosen */
    async in(city: string | undefined): Promise<CityLabs> {
      return (city && (await labsOfCities()).get(nameOf(city))) || unknownCity
    },
    /** @returns the cities that have a lab, as the list of PIN codes spells them */
    async cities(): Promise<readonly string[]> {
      const labs = await labsOfCities()
      return citiesOfPincodes().filter((city) => labs.has(nameOf(city)))
    },
    /** To be called when the declarations of labs change */
    forget: counted.forget,
  }
}
