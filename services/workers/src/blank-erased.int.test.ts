import { randomUUID } from 'node:crypto'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { expect, it } from 'vitest'
import { blankErased } from './blank-erased.ts'

const database = useTestDatabase()

it('a booking that was placed while its customer was erased loses its address, and no other does', async () => {
  const [erased, other] = [await createUser(database, 'customer'), await createUser(database, 'customer')]
  await database.asOwner('update users set erased_at = now() where id = $1', [erased])
  for (const customer of [erased, other]) {
    await database.asOwner(
      `insert into booking_details (booking_id, customer_id, address, special_instructions)
       values ($1, $2, '{"address_line1": "1 Ring Road"}', 'ring twice')`,
      [randomUUID(), customer],
    )
  }
  expect(await blankErased(database.pool)).toBe(1)
  expect(await blankErased(database.pool)).toBe(0)
  const { rows } = await database.asOwner(
    'select address is null as "isBlank", special_instructions as note from booking_details where customer_id = any($1) order by 1',
    [[erased, other]],
  )
  expect(rows).toEqual([
    { isBlank: false, note: 'ring twice' },
    { isBlank: true, note: null },
  ])
})
