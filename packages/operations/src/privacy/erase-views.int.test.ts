import { randomUUID } from 'node:crypto'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { expect, it } from 'vitest'
import { erasePerson } from './erase-person.ts'

const database = useTestDatabase()

it('an erasure deletes the saved views of staff that name the person or the family, and no others', async () => {
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
