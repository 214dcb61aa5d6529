import { datesFrom, slotsSql } from '@jaanch/booking/slots/availability'
import { istDate } from '@jaanch/contracts/calendar'
import { cities } from '@jaanch/contracts/vocabulary'
import { demoCities } from '@jaanch/infra/local/demo/data'
import { cityOfPincode } from '@jaanch/pincodes/distance'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import pg from 'pg'
import { expect, it } from 'vitest'

const pincodes = cities.flatMap((city) => demoCities[city].areas.map(([, pincode]) => pincode))

/** In the next 30 days; one of a thousand places is a hold, and one of 20,000 a hold that expired since the last sweep */
const fill = [
  `create temp table labs as
     select gen_random_uuid() as id, gen_random_uuid() as user_id, n from generate_series(1, $LABS) n`,
  `insert into users (id, role, name, email, password_hash)
     select user_id, 'lab-partner', 'Lab ' || n, 'lab' || n || '@bench.example', 'none' from labs`,
  `insert into lab_partners (id, user_id, lab_name, organization_name, address)
     select id, user_id, 'Lab ' || n, 'Lab ' || n, 'A' from labs`,
  `insert into lab_capacities (lab_partner_id, cities, limiting_cities, weekdays, slots, instant, excluded_package_ids)
     select id, city, city, '{1,2,3,4,5,6,7}', array_fill($VISITS::smallint, '{6}'), n % 4 = 0,
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
async function fillPlaces(ownerUrl: string, labs: number, bookings: number): Promise<void> {
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

const database = useTestDatabase()

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] } & Record<string, unknown>

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

it('the free slots of a week read the labs of the area and their days, and no bookings', async () => {
  await fillPlaces(database.url, 200, 40_000)
  const pool = createPostgresPool({ url: database.serviceUrl, name: 'plans', max: 1, lookups: true })
  try {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, buffers, format json) ${slotsSql}`,
      ['395003', 'Surat', datesFrom(istDate(new Date()), 7), [], null, null],
    )
    const nodes = [...nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Node)]
    const read = (table: string) =>
      nodes.filter((node) => node['Relation Name'] === table).map((node) => node['Node Type'])
    // 20 labs, a week: 140 look-ups, each of three pages
    expect(read('lab_days')).toEqual([expect.stringMatching(/^Index/)])
    expect(new Set(read('visit_places'))).not.toContain('Seq Scan')
    expect(nodes[0]?.['Shared Hit Blocks'] as number).toBeLessThan(1_500)
  } finally {
    await pool.end()
  }
})
