import { type Area, areaOfPincode } from '@jaanch/pincodes/area'
import { kmBetweenPincodes, kmToCity } from '@jaanch/pincodes/distance'
import { keepUntilForgotten } from '@jaanch/platform/keep-for'
import type pg from 'pg'

/**
 * The areas that labs limit, so that bookings cost nothing more where nothing is limited. An area may be among them without being
 * limited, for example that of a suspended lab: `hold_slot` decides.
 */
type LimitedAreas = {
  /** Whether a lab may limit the PIN code or its city */
  mayLimit(area: Area): Promise<boolean>
  /** Labs may have changed what they declared: what is kept is void. */
  forget(): void
}

/** ms; a change is notified, so this bounds the time after a notification that was lost */
const keptForMs = 30_000

type Declared = { pincodes: ReadonlySet<string>; cities: ReadonlySet<string> }

export function createLimitedAreas(pool: pg.Pool): LimitedAreas {
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

  const declared = keepUntilForgotten(keptForMs, read)
  return {
    async mayLimit({ pincode, city }) {
      const { pincodes, cities } = await declared.get()
      return pincodes.has(pincode) || cities.has(city)
    },
    forget: declared.forget,
  }
}

/** Declared by no lab: of a customer who erased their account */
const nowhere: Area = { pincode: '', city: '' }

/** The area of an address. The PIN code alone decides, as for the slots that are shown: people spell cities in many ways. */
export function areaOf(address: { pincode?: unknown; city?: unknown }): Area {
  return areaOfPincode(String(address.pincode ?? ''))
}

/** @returns where the sample of a booking is collected; with '' for a customer who erased their account */
export async function areaOfBooking(db: pg.Pool, bookingId: string): Promise<Area> {
  const { rows } = await db.query<{ address: { pincode?: unknown } | null }>({
    name: 'area-of-booking',
    text: `select address from booking_details where booking_id = $1`,
    values: [bookingId],
  })
  return rows[0]?.address ? areaOf(rows[0].address) : nowhere
}

type Areas = { pincodes: readonly string[]; cities: readonly string[] }
type Declaration = {
  declared: Areas
  /** What an admin consented to */
  consented: Areas
  /** The PIN code that an admin recorded for the lab */
  labPincode: string | null
}

/** What lies farther from a lab limits nobody without an admin's consent: a collector drives no further in two hours */
const limitsWithinKm = 60

/** @returns the declared areas that limit customers; a city counts by its centre. Without a recorded PIN code nothing is near */
function limitingAreas({ declared, consented, labPincode }: Declaration): Areas {
  const isNear = (km: number | undefined) => km !== undefined && km <= limitsWithinKm
  const [pincodes, cities] = [new Set(consented.pincodes), new Set(consented.cities)]
  return {
    pincodes: declared.pincodes.filter(
      (code) => pincodes.has(code) || (labPincode !== null && isNear(kmBetweenPincodes(labPincode, code))),
    ),
    cities: declared.cities.filter(
      (city) => cities.has(city) || (labPincode !== null && isNear(kmToCity(labPincode, city))),
    ),
  }
}

/** Stores what the declaration of a lab limits. @param client in a transaction that has locked the row of the lab */
export async function measureAreas(
  client: Pick<pg.ClientBase, 'query'>,
  labPartnerId: string,
): Promise<void> {
  const { rows } = await client.query<Declaration>(
    `select l.pincode as "labPincode",
            json_build_object('pincodes', c.pincodes, 'cities', c.cities) as declared,
            json_build_object('pincodes', c.consented_pincodes, 'cities', c.consented_cities) as consented
       from lab_capacities c join lab_partners l on l.id = c.lab_partner_id
      where c.lab_partner_id = $1`,
    [labPartnerId],
  )
  if (!rows[0]) return
  const { pincodes, cities } = limitingAreas(rows[0])
  await client.query(
    'update lab_capacities set limiting_pincodes = $2, limiting_cities = $3 where lab_partner_id = $1',
    [labPartnerId, pincodes, cities],
  )
}
