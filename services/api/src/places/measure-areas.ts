import { kmBetweenPincodes, kmToCity } from '@jaanch/pincodes/distance'
import type pg from 'pg'

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

/** Stores what the declarations of labs limit. @param client in a transaction that has locked their rows */
export async function measureAreas(
  client: Pick<pg.ClientBase, 'query'>,
  labPartnerIds: readonly string[],
): Promise<void> {
  const { rows } = await client.query<Declaration & { id: string }>(
    `select c.lab_partner_id as id, l.pincode as "labPincode",
            json_build_object('pincodes', c.pincodes, 'cities', c.cities) as declared,
            json_build_object('pincodes', c.consented_pincodes, 'cities', c.consented_cities) as consented
       from lab_capacities c join lab_partners l on l.id = c.lab_partner_id
      where c.lab_partner_id = any($1::uuid[])`,
    [labPartnerIds],
  )
  for (const { id, ...declaration } of rows) {
    const { pincodes, cities } = limitingAreas(declaration)
    await client.query(
      'update lab_capacities set limiting_pincodes = $2, limiting_cities = $3 where lab_partner_id = $1',
      [id, pincodes, cities],
    )
  }
}
