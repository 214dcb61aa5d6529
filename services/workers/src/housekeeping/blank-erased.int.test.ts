import { randomUUID } from 'node:crypto'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { erasePerson } from '@jaanch/operations/privacy/erase-person'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { expect, it } from 'vitest'
import { blankErased } from './delete-old-rows.ts'

const database = useTestDatabase()

it('what was stored while its person was erased is erased too, and nothing of others', async () => {
  const [erased, other] = [await createUser(database, 'customer'), await createUser(database, 'customer')]
  const erasure = {
    userId: erased,
    bookingIds: [],
    actor: 'operator:test',
    ledger: createErasureLedger(undefined),
  }
  await erasePerson(database.pool, erasure)
  for (const customer of [erased, other]) {
    await database.asOwner(
      `insert into booking_details (booking_id, customer_id, address, special_instructions)
       values ($1, $2, '{"address_line1": "1 Ring Road"}', 'ring twice')`,
      [randomUUID(), customer],
    )
  }
  // a lab's upload with malware, for a booking of each
  await database.asOwner(
    `insert into quarantine (id, user_id, booking_id, signature, content_type, bytes)
     select gen_random_uuid(), $1, booking_id, 'Eicar', 'application/pdf', '' from booking_details`,
    [await createUser(database, 'lab-partner')],
  )
  expect(await blankErased(database.pool)).toBe(2)
  expect(await blankErased(database.pool)).toBe(0)
  const { rows } = await database.asOwner(
    'select address is null as "isBlank", special_instructions as note from booking_details where customer_id = any($1) order by 1',
    [[erased, other]],
  )
  expect(rows).toEqual([
    { isBlank: false, note: 'ring twice' },
    { isBlank: true, note: null },
  ])
  const { rowCount } = await database.asOwner('select from quarantine')
  expect(rowCount).toBe(1)
})
