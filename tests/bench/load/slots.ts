/** How long it takes to find the free slots of a PIN code among many labs and bookings, without HTTP. */
import { performance } from 'node:perf_hooks'
import { createReadSlots } from '@jaanch/api/read-models/slots/availability'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { cities } from '@jaanch/contracts/vocabulary'
import { demoCities } from '@jaanch/infra/local/demo/cities'
import { cityOfPincode } from '@jaanch/pincodes/distance'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { quantile } from '@jaanch/tests/support/quantile'
import pg from 'pg'
import type { Times } from './search.ts'

const pincodes = cities.flatMap((city) => demoCities[city].areas.map(([, pincode]) => pincode))

/** In the next 30 days; one of a thousand places is a hold, and one of 20,000 a hold that expired since the last sweep */
const fill = [
  `create temp table labs as
     select gen_random_uuid() as id, gen_random_uuid() as user_id, n from generate_series(1, $LABS) n`,
  `insert into users (id, role, name, email, password_hash)
     select user_id, 'lab-partner', 'Lab ' || n, 'lab' || n || '@bench.example', 'none' from labs`,
  `insert into lab_partners (id, user_id, lab_name, organization_name, address)
     select id, user_id, 'Lab ' || n, 'Lab ' || n, 'A' from labs`,
  `insert into lab_capacities (lab_partner_id, cities, limiting_cities, measured_at, weekdays, slots, instant, excluded_package_ids)
     select id, city, city, now(), '{1,2,3,4,5,6,7}', array_fill($VISITS::smallint, '{6}'), n % 4 = 0,
            (select array_agg(gen_random_uuid()) from generate_series(1, n % 20)) || '{}'
       from labs, lateral (select array[(array[$CITIES])[1 + n % cardinality(array[$CITIES])]] as city) of_lab`,
  'alter table visit_places disable trigger user',
  `insert into visit_places (id, lab_partner_id, date, slot, customer_id, bookings, expires_at)
     select gen_random_uuid(), id, current_date + day, slot, gen_random_uuid(), case when v % 1000 = 0 then 0 else 1 end,
            case when v % 20000 = 0 then now() - interval '10 seconds' when v % 1000 = 0 then now() + interval '10 minutes' end
       from labs, generate_series(0, 29) day, generate_series(1, 6) slot, lateral (
         select (random() * 1e6)::int as v from generate_series(1, $VISITS + 0 * (day + slot + labs.n)) where random() < $SHARE) visits`,
  'alter table visit_places enable trigger user',
  `insert into lab_days (lab_partner_id, date, taken)
     select lab_partner_id, date, array[${[1, 2, 3, 4, 5, 6].map((n) => `count(*) filter (where slot = ${n})`).join(', ')}]::smallint[]
       from visit_places group by 1, 2`,
]

/** Labs of the ten cities, which make so many visits that the bookings of the next 30 days take nine of ten. */
export async function fillPlaces(ownerUrl: string, labs: number, bookings: number): Promise<void> {
  const slots = labs * 30 * 6
  const visits = Math.ceil(bookings / 0.9 / slots)
  const inCities = [...new Set(pincodes.map(cityOfPincode))].map((city) => pg.escapeLiteral(city ?? ''))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const text of fill) {
      await client.query(
        text
          .replaceAll('$LABS', String(labs))
          .replaceAll('$CITIES', inCities.join(', '))
          .replaceAll('$VISITS', String(visits))
          .replaceAll('$SHARE', String(bookings / slots / visits)),
      )
    }
    for (const table of ['users', 'lab_partners', 'lab_capacities', 'visit_places', 'lab_days']) {
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

/** Asks as step 5 of the wizard does: a week from one of the next days on, one or two tests. */
export async function benchSlots(
  url: string,
  { clients, reads }: { clients: number; reads: number },
): Promise<Times> {
  const pool = createPostgresPool({ url, name: 'bench', max: clients, lookups: true })
  const read = createReadSlots({ pool, now: () => new Date() })
  const today = istDate(new Date())
  const times: number[] = []
  const packages = Array.from({ length: 50 }, () => crypto.randomUUID())
  const pick = <Item>(from: readonly Item[]) => from[Math.floor(Math.random() * from.length)] as Item
  async function ask(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const startedAt = performance.now()
      await read({
        pincode: pick(pincodes),
        from: addDays(today, Math.floor(Math.random() * 14)),
        days: 7,
        packageIds: [pick(packages), pick(packages)],
        visit: null,
      })
      times.push(performance.now() - startedAt)
    }
  }
  try {
    // the first calls connect, plan and read from disk
    await ask(50)
    times.length = 0
    await Promise.all(Array.from({ length: clients }, () => ask(Math.ceil(reads / clients))))
  } finally {
    await pool.end()
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
