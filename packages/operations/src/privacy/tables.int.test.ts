import { randomUUID } from 'node:crypto'
import { inTransaction } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { describe, expect, it } from 'vitest'
import { notErased, ofBookings, ofPerson, statementOf } from './tables.ts'

const database = useTestDatabase()
const personal = [...ofBookings, ...ofPerson]

/** Numbers, ids, instants and truth values identify nobody by themselves. */
const texts = ['text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'date', 'ARRAY', 'inet']

describe('the lists of personal data', () => {
  it('name each table of the database, as personal or as not', async () => {
    const { rows } = await database.asOwner(
      `select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'log')`,
    )
    const listed = new Set([...personal.map(({ table }) => table), ...notErased])
    const named = [...listed].map((table) => (table.includes('.') ? table : `public.${table}`))
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('say of each text, date and file of a blanked row whether it is blanked or kept', async () => {
    const { rows } = await database.asOwner(
      `select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = 'public' and data_type = any($1)`,
      [texts],
    )
    for (const { table, blank, keep = [] } of personal.filter((each) => each.blank)) {
      const isText = ({ column }: { column: string }) =>
        rows.some((row) => row.table === table && row.column === column)
      const columns = rows.filter((row) => row.table === table).map(({ column }) => column)
      const said = [...Object.keys(blank ?? {}).filter((column) => isText({ column })), ...keep]
      expect(said.toSorted(), table).toEqual(columns.toSorted())
    }
  })

  it('find their rows by indexes: an erasure reads no table whole, nor does the hourly one after it', async () => {
    type Plan = { 'Node Type': string; 'Index Cond'?: string; Plans?: Plan[] }
    const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
    const isWhole = (node: Plan) =>
      node['Node Type'] === 'Seq Scan' || (/^Index/.test(node['Node Type']) && !node['Index Cond'])
    const [id, ids] = [`'${randomUUID()}'::uuid`, `array['${randomUUID()}'::uuid]`]
    const statements = [
      ...ofBookings.map((rule) => statementOf(rule).replaceAll('$1', ids)),
      ...ofPerson.map((rule) => statementOf(rule).replaceAll('$1', id)),
      `select booking_id from booking_details where customer_id = ${id}`,
    ]
    await inTransaction(database.pool, async (client) => {
      // the planner reads empty tables whole
      for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
        await client.query(`set local enable_${way} = off`)
      for (const statement of statements) {
        const { rows } = await client.query(`explain (format json) ${statement}`)
        expect(nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(isWhole), statement).toEqual([])
      }
    })
  })

  it('make statements that change nothing the second time', async () => {
    const id = await createUser(database, 'customer')
    const bookingId = randomUUID()
    await database.asOwner(
      `with booking as (insert into booking_details (booking_id, customer_id, address, special_instructions)
                        values ($2, $1, '{"address_line1": "1 Ring Road"}', 'ring twice'))
       insert into family_members (id, customer_id, name, relationship, date_of_birth)
       values (gen_random_uuid(), $1, 'Asha', 'Mother', '1960-01-01')`,
      [id, bookingId],
    )
    const run = async () => {
      let changed = 0
      for (const rule of ofBookings)
        changed += (await database.pool.query(statementOf(rule), [[bookingId]])).rowCount ?? 0
      for (const rule of ofPerson)
        changed += (await database.pool.query(statementOf(rule), [id])).rowCount ?? 0
      return changed
    }
    // the user with the session, the details and the member
    expect(await run()).toBe(4)
    expect(await run()).toBe(0)
  })
})

it('an erasure takes codes and resets before the mails that they name, as the upkeep of accounts does, and the person last', () => {
  const taken = ofPerson.map(({ table }) => table)
  const mails = taken.indexOf('outbox')
  expect(taken.indexOf('contact_codes')).toBeLessThan(mails)
  expect(taken.indexOf('password_resets')).toBeLessThan(mails)
  expect(taken.at(-1)).toBe('users')
})
