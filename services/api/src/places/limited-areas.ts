import type { Area } from '@jaanch/pincodes/area'
import { untilDeadline, withoutDeadline } from '@jaanch/platform/deadline'
import type pg from 'pg'

/**
 * The areas that labs limit, so that bookings cost nothing more where nothing is limited. An area may be among them without being
 * limited, for example that of a suspended lab: `hold_slot` decides.
 */
export type LimitedAreas = {
  /** Whether a lab may limit the PIN code or its city */
  mayLimit(area: Area): Promise<boolean>
  /** Labs may have changed what they declared: what is kept is void. */
  forget(): void
}

/** ms; a change is notified, so this bounds the time after a notification that was lost */
const keptForMs = 30_000

type Declared = { pincodes: ReadonlySet<string>; cities: ReadonlySet<string> }

export function createLimitedAreas(pool: pg.Pool, keptMs = keptForMs): LimitedAreas {
  let kept: { until: number; declared: Promise<Declared> } | undefined

  async function read(): Promise<Declared> {
    const { rows } = await pool.query<{ area: string; isCity: boolean }>({
      name: 'limited-areas',
      text: `select distinct unnest(limiting_pincodes) as area, false as "isCity" from lab_capacities
              union all select distinct unnest(limiting_cities), true from lab_capacities`,
    })
    const of = (isCity: boolean) =>
      new Set(rows.filter((row) => row.isCity === isCity).map(({ area }) => area))
    return { pincodes: of(false), cities: of(true) }
  }

  function declared(): Promise<Declared> {
    if (kept && performance.now() < kept.until) return kept.declared
    const reading = { until: performance.now() + keptMs, declared: withoutDeadline(read) }
    kept = reading
    reading.declared.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.declared
  }

  return {
    async mayLimit({ pincode, city }) {
      const { pincodes, cities } = await untilDeadline(declared())
      return pincodes.has(pincode) || cities.has(city)
    },
    forget() {
      kept = undefined
    },
  }
}
