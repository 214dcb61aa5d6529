import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { privacyCalls } from '@jaanch/account/privacy/api'
import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { refusal } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import { addressInput, createUser, type Lab, password, registerCustomer } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { untilWaiting } from '@jaanch/tests/support/until-waiting'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { erasePerson } from './erase-person.ts'

const it = stackTest({ workers: false })

it.beforeAll(({ stack }) => createParameters(stack.database))

type Parts = Pick<Fixtures, 'stack' | 'admin' | 'lab' | 'packageId'>

/** A customer whose completed booking, for a relative, has no report yet. */
async function createPerson({ stack, admin, lab, packageId }: Parts) {
  const { client } = await registerCustomer(stack.url)
  const address = await client.call(peopleCalls.addAddress, { body: addressInput })
  const mother = await client.call(peopleCalls.addFamilyMember, {
    body: { name: 'Kamala Joshi', relationship: 'Mother' },
  })
  const bookingId = await createBookingInStatus('completed', {
    ...{ customer: { client, addressId: address.id }, lab, admin, packageId },
    change: { familyMemberId: mother.id },
  })
  return { bookingId, erase: () => client.ask(privacyCalls.eraseMe, { body: { password } }) }
}

const submitCritical = ({ client }: Lab, id: string) =>
  client.ask(healthReportCalls.releaseHealthReport, {
    params: { id },
    body: { values: [{ code: 'K', value: 6.9 }] },
  })

describe('the deletion of an account with a call about a critical value', () => {
  it('is refused until the call about a relative’s result is confirmed', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const { bookingId, erase } = await createPerson({ stack, admin, lab, packageId })
    expect((await submitCritical(lab, bookingId)).status).toBe(201)
    expect(await erase()).toMatchObject(refusal('critical-call-open'))
    const calls = await lab.client.call(criticalValueCalls.listCriticalCalls)
    const call = calls.find((each) => each.bookingId === bookingId)
    expect(call).toMatchObject({ patientName: 'Kamala Joshi' })
    await lab.client.call(criticalValueCalls.recordCriticalCall, {
      params: { id: call?.id ?? '' },
      body: { outcome: 'CONFIRMED', reached: 'customer', by: 'phone' },
    })
    expect((await erase()).status).toBe(204)
  })

  it('waits for a report that is being stored, and is refused if that opens a call', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const { bookingId, erase } = await createPerson({ stack, admin, lab, packageId })
    const owner = new pg.Client({ connectionString: stack.database.url })
    await owner.connect()
    try {
      await owner.query('begin; lock table critical_call_values in share mode')
      const submitting = submitCritical(lab, bookingId)
      await untilWaiting(owner, stack, 1)
      const erasing = erase()
      await untilWaiting(owner, stack, 2)
      await owner.query('commit')
      expect((await submitting).status).toBe(201)
      expect(await erasing).toMatchObject(refusal('critical-call-open'))
    } finally {
      await owner.end()
    }
  })
})

it('an erasure deletes the saved views of staff that name the person or the family, and no others', async ({
  stack,
}) => {
  const { database } = stack
  const [customer, staff] = [await createUser(database, 'customer'), await createUser(database, 'admin')]
  const email = `meera.${customer}@example.org`
  await database.asOwner(
    `with member as (insert into family_members (id, customer_id, name, relationship, phone)
                     values ($3, $1, 'Sunita Rao', 'Mother', '+91 98250 11223'),
                            (gen_random_uuid(), $1, 'Ali', 'Father', null))
     update users set name = 'Meera Iyer', email = $2, phone = '+919876501234' where id = $1`,
    [customer, email, randomUUID()],
  )
  const naming: [name: string, query: string][] = [
    ['meera  IYER, every month', 'day=today'],
    ['Call 98765 01234', 'day=today'],
    ['For Sunita Rao', 'day=today'],
    ['9825011223', 'day=today'],
    ['By address', `of=${encodeURIComponent(email.toUpperCase())}`],
    ['Of a field', 'of=Meera+Iyer'],
  ]
  const others: [name: string, query: string][] = [
    ['Meera Patel', 'day=today'],
    ['Morning 98765', 'slot=06%3A00-08%3A00'],
    ['Quality of Alisha', 'day=today'],
  ]
  const views = [...naming, ...others]
  await database.asOwner(
    `insert into saved_views (user_id, page, name, query)
     select $1, 'admin-bookings', v.name, v.query from unnest($2::text[], $3::text[]) v (name, query)`,
    [staff, views.map(([name]) => name), views.map(([, query]) => query)],
  )
  const left = async () => {
    const { rows } = await database.asOwner('select name from saved_views where user_id = $1 order by name', [
      staff,
    ])
    return rows.map(({ name }) => name)
  }
  const person = { userId: customer, bookingIds: [], actor: 'operator:test' }
  await erasePerson(database.pool, person)
  expect(await left()).toEqual(others.map(([name]) => name))
  // the text that replaced the names belongs to nobody
  await database.asOwner(`update saved_views set name = 'Deleted account' where name = 'Meera Patel'`)
  await erasePerson(database.pool, person)
  expect(await left()).toHaveLength(3)
})
