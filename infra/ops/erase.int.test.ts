import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import {
  addressInput,
  bookingInput,
  createAdmin,
  createPackage,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import type { Certificate } from './erase.ts'
import { refusal, runOps } from './testing.ts'

const it = stackTest({ workers: false })

it('erase removes a person, finds nothing afterwards, and certifies it; not while a booking or a call is open [V14.2.4]', async ({
  stack,
}) => {
  const home = await mkdtemp(join(tmpdir(), 'jaanch-erase-'))
  try {
    const env = { DATABASE_URL: stack.database.url, REDIS_URL: stack.redisUrl, DATA_DIR: home }
    const { client, email, id } = await registerCustomer(stack.url)
    const street = '77 Quillfeather Crescent'
    const address = await client.call(peopleCalls.addAddress, { body: { ...addressInput, street } })
    const body = bookingInput(await createPackage(stack.database), address.id)
    const { id: bookingId } = await client.call(bookingCalls.placeBooking, { body })

    expect(await runOps(env, 'erase', email)).toMatchObject(refusal('--yes'))
    expect(await runOps(env, 'erase', email, '--yes')).toMatchObject(
      refusal('1 bookings are not completed or cancelled'),
    )
    const admin = await createAdmin(stack)
    await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id: bookingId },
      body: { status: 'cancelled', reason: 'other' },
    })
    await stack.database.asOwner(
      'insert into critical_calls (id, booking_id, report_id, customer_id) values ($1, $2, $1, $3)',
      [randomUUID(), bookingId, id],
    )
    expect(await runOps(env, 'erase', email, '--yes')).toMatchObject(
      refusal('A call about a critical result is open'),
    )
    await stack.database.asOwner(
      `update critical_calls set closed_at = now(), ending = 'ENDED_NOT_REACHED' where customer_id = $1`,
      [id],
    )
    const { code, out } = await runOps(env, 'erase', email, '--yes', '--json')
    const certificate = JSON.parse(out) as Certificate
    expect(certificate).toMatchObject({ userId: id, bookings: 1, isClean: true })
    expect(certificate.texts.searched).toBeGreaterThan(1)
    const places = certificate.places.map(({ place }) => place)
    for (const place of ['public.booking_details', 'public.outbox', 'log.events (2 streams)', 'Redis']) {
      expect(places).toContain(place)
    }
    expect(code).toBe(0)
    expect(out).not.toContain('Quillfeather')
    const { rows } = await stack.database.asOwner(
      'select address from booking_details where booking_id = $1',
      [bookingId],
    )
    expect(rows).toEqual([{ address: null }])
    // the person's id is still known: erasing again certifies again
    expect(await runOps(env, 'erase', id, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing was searched for'),
    })
  } finally {
    await rm(home, { recursive: true })
  }
})
