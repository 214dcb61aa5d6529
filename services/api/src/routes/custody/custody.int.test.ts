import { addDays, slotStart } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { type CustodyInput, custodyRoutes } from '@jaanch/contracts/http/custody'
import { labStaffRoutes } from '@jaanch/contracts/http/lab-staff'
import { labelRoutes } from '@jaanch/contracts/http/labels'
import { qualityRoutes } from '@jaanch/contracts/http/quality'
import { tubeRoutes } from '@jaanch/contracts/http/tubes'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { tomorrow } from '@jaanch/tests/support/inputs'
import { bookingInput, createLabPerson, type Person } from '@jaanch/tests/support/people'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect, onTestFinished } from 'vitest'
import { checkVisitCode } from './visit-code.ts'

const test = stackTest()
const file = { scope: 'file' } as const
// biome-ignore-start lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
const it = test
  .extend('collector', file, ({ stack, lab }): Promise<Person> => createLabPerson(stack, lab, 'collector'))
  .extend('technician', file, ({ stack, lab }): Promise<Person> => createLabPerson(stack, lab, 'technician'))
  /** A confirmed booking that has its order number, given to the collector */
  .extend('numbered', file, ({ bookingInStatus, customer, lab, collector }) => async () => {
    const id = await bookingInStatus('confirmed')
    const given = { params: { id }, body: { collectorId: collector.id } }
    await lab.client.call(custodyRoutes.assignCollector, given)
    const read = () => customer.client.call(bookingRoutes.getBooking, { params: { id } })
    const { orderNumber } = await expect
      .poll(read)
      .toMatchObject({ orderNumber: expect.any(String) })
      .then(read)
    return { id, orderNumber: orderNumber as string }
  })
// biome-ignore-end lint/correctness/noEmptyPattern: as above

const deviceAt = () => new Date().toISOString()

function record(client: Client, id: string, command: CustodyInput, at = deviceAt(), idempotencyKey?: string) {
  return client.ask(custodyRoutes.recordCustody, {
    params: { id },
    body: { recorded: { at, offsetMs: 0 }, command },
    ...(idempotencyKey && { idempotencyKey }),
  })
}
const identify = { type: 'identify', method: 'name-and-birth-date', isConfirmed: true } as const

describe('the custody of a booking', () => {
  it('goes from the door to the analyser, and the status follows it', async ({
    collector,
    technician,
    lab,
    customer,
    numbered,
  }) => {
    const { id, orderNumber } = await numbered()
    expect(await record(collector.client, id, { type: 'arrive' })).toMatchObject({ status: 200 })
    expect(await record(collector.client, id, identify)).toMatchObject({ status: 200 })
    const draw = { type: 'draw', tubes: [{ number: 1, code: `${orderNumber}-1` }] } satisfies CustodyInput
    expect(await record(collector.client, id, draw)).toMatchObject({
      body: { status: 'sample-collection', samples: { planned: 1, drawn: 1, received: 0 } },
    })
    await record(collector.client, id, { type: 'handOver', tubes: [1], temperatureC: 6 })
    expect(await record(technician.client, id, { type: 'accept', tubes: [1] })).toMatchObject({
      body: { status: 'lab-processing', samples: { drawn: 1, received: 1, rejected: 0 } },
    })
    const detail = await lab.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(detail.custody?.tubes[0]).toMatchObject({
      drawn: { by: collector.id },
      accepted: { by: technician.id },
    })
    const own = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(own).toMatchObject({ samples: { received: 1 }, visitCode: null })
    expect(own).not.toHaveProperty('custody')
  })

  it('has its steps in order although the process that records the receipt has a clock that is a minute behind', async ({
    stack,
    collector,
    technician,
    numbered,
  }) => {
    const { id } = await numbered()
    const behind = await withStoppedClock(stack, new Date(Date.now() - 60_000))
    const desk = createClient(behind, technician.token)
    expect(await record(desk, id, { type: 'receive', tubes: [1] })).toMatchObject({ status: 200 })
    await record(collector.client, id, identify)
    const { body } = await record(collector.client, id, { type: 'draw', tubes: [{ number: 1 }] })
    const [tube] = body.custody?.tubes ?? []
    const times = [body.custody?.identity?.at, tube?.drawn?.at, tube?.received?.at]
    expect(times).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    expect(times).toEqual(times.toSorted())
  })

  it('is confirmed by the code of the visit on its day, of which nobody tries more than five', async ({
    stack,
    collector,
    customer,
    numbered,
  }) => {
    const { id } = await numbered()
    const { visitCode } = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(visitCode).toMatch(/^\d{4}$/)
    const said = (code: string) => ({ type: 'identify', method: 'code', isConfirmed: true, code }) as const
    const right = said(visitCode as string)
    expect(await record(collector.client, id, right)).toMatchObject(refusal('visit-code-early'))

    const apiOf = async (date: string) =>
      createClient(await withStoppedClock(stack, slotStart(date, '06:00')), collector.token)
    const client = await apiOf(tomorrow())
    const wrong = [1, 2, 3, 4, 5, 6].map((n) =>
      said(String((Number(visitCode) + n) % 10_000).padStart(4, '0')),
    )
    const answers = await Promise.all(wrong.map((command) => record(client, id, command)))
    expect(answers.map(({ body }) => (body as { code: string }).code).toSorted()).toEqual([
      'visit-code-locked',
      ...Array.from({ length: 5 }, () => 'wrong-visit-code'),
    ])
    expect(await record(client, id, right)).toMatchObject(refusal('visit-code-locked'))
    const next = await apiOf(addDays(tomorrow(), 1))
    // the phone had no network when somebody said another code first
    expect(await record(next, id, { ...right, wrongCodes: ['0000'] })).toMatchObject({ status: 200 })
    const { rows } = await stack.database.asOwner(
      "select details->>'isRight' as right from audit where action = 'visit-code-tried' and object = $1 order by id",
      [`booking:${id}`],
    )
    expect(rows.map((row) => (row as { right: string }).right)).toEqual([
      ...Array.from({ length: 5 }, () => 'false'),
      'true',
      'false',
    ])
  })

  it('does not lock the code of a visit when requests with the right one fail again and again', async ({
    stack,
    collector,
    customer,
    numbered,
  }) => {
    const { id: bookingId } = await numbered()
    const { visitCode } = await customer.client.call(bookingRoutes.getBooking, { params: { id: bookingId } })
    const db = await createSlonikPool({ url: stack.database.url, name: 'test' })
    onTestFinished(() => db.end())
    const booking = { bookingId, customerId: customer.id, scheduledDate: tomorrow() }
    const caller = { userId: collector.id, role: 'lab-partner' } as const
    const now = () => slotStart(tomorrow(), '06:00')
    const failing = { record: () => Promise.reject(new Error('no connection')) }
    for (let n = 0; n < 6; n += 1) {
      const checked = checkVisitCode({ db, audit: failing, now }, booking, caller, visitCode as string)
      await expect(checked).rejects.toThrow('no connection')
    }
    const audit = { record: async () => {} }
    await checkVisitCode({ db, audit, now }, booking, caller, visitCode as string)
  })

  it('binds a pre-printed barcode to one tube of all visits', async ({ collector, stack, numbered }) => {
    const [first, second] = [await numbered(), await numbered()]
    const draw = { type: 'draw', tubes: [{ number: 1, code: 'THY-00017' }] } satisfies CustodyInput
    for (const { id } of [first, second]) await record(collector.client, id, identify)
    const answers = await Promise.all([first, second].map(({ id }) => record(collector.client, id, draw)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('tube-of-another-visit'))
    const { rows } = await stack.database.asOwner("select booking_id from tube_codes where code = 'THY00017'")
    expect(rows).toHaveLength(1)
  })

  it('has no text of a barcode in the log, and takes one that was scanned and one that was typed for the same tube', async ({
    collector,
    technician,
    stack,
    numbered,
  }) => {
    const [first, second] = [await numbered(), await numbered()]
    for (const { id } of [first, second]) await record(collector.client, id, identify)
    const draw = (code: string) => ({ type: 'draw', tubes: [{ number: 1, code }] }) satisfies CustodyInput
    expect(await record(collector.client, first.id, draw(']C10012345678'))).toMatchObject({ status: 200 })
    expect(await record(collector.client, first.id, draw('0012345678'))).toMatchObject({ status: 200 })
    expect(await record(collector.client, second.id, draw('00123-45678'))).toMatchObject(
      refusal('tube-of-another-visit'),
    )
    const found = await technician.client.ask(tubeRoutes.findTube, { query: { code: ']C100123-45678' } })
    expect(found).toMatchObject({ body: { bookingId: first.id, number: 1 } })
    const { rows } = await stack.database.asOwner(
      "select data::text from log.events where stream_id = $1 and type = 'TubesDrawn'",
      [`booking-${first.id}`],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('12345678')
  })

  it('does not take the phone number of the booking for a barcode', async ({
    collector,
    customer,
    stack,
    numbered,
  }) => {
    const { id } = await numbered()
    await record(collector.client, id, identify)
    const { rows } = await stack.database.asOwner(
      `select coalesce(d.address->>'phone', u.phone) as phone from booking_details d, users u
        where d.booking_id = $1 and u.id = $2`,
      [id, customer.id],
    )
    const { phone } = rows[0] as { phone: string }
    const code = phone.replace(/\D/g, '').slice(-10)
    const draw = { type: 'draw', tubes: [{ number: 1, code }] } satisfies CustodyInput
    expect(await record(collector.client, id, draw)).toMatchObject({ status: 422 })
  })

  it('has one effect of a command that comes twice, with its key or from a second phone', async ({
    collector,
    stack,
    numbered,
  }) => {
    const { id } = await numbered()
    await record(collector.client, id, identify)
    const at = deviceAt()
    const draw = { type: 'draw', tubes: [{ number: 1 }] } satisfies CustodyInput
    const key = crypto.randomUUID()
    await Promise.all([1, 2].map(() => record(collector.client, id, draw, at, key)))
    expect(await record(collector.client, id, draw, at)).toMatchObject({ status: 200 })
    const { rows: draws } = await stack.database.asOwner(
      "select from log.events where stream_id = $1 and type = 'TubesDrawn'",
      [`booking-${id}`],
    )
    expect(draws).toHaveLength(1)
  })

  it('is recorded by whose role it is, at the lab that has the booking, with typed texts beside the events', async ({
    collector,
    technician,
    customer,
    admin,
    lab,
    otherLab,
    stack,
    numbered,
  }) => {
    const { id } = await numbered()
    expect(await record(technician.client, id, identify)).toMatchObject(refusal('outside-role'))
    expect(await record(collector.client, id, { type: 'receive', tubes: [1] })).toMatchObject(
      refusal('outside-role'),
    )
    expect(await record(otherLab.client, id, identify)).toMatchObject(refusal('not-found'))
    // whose booking it is comes first: nobody tries out codes of another lab's
    const guess = { type: 'identify', method: 'code', isConfirmed: true, code: '0000' } as const
    expect(await record(otherLab.client, id, guess)).toMatchObject(refusal('not-found'))
    const note = 'The gate was locked'
    const fail = { type: 'fail', outcome: 'nobody-home', note } as const
    expect(await record(collector.client, id, fail)).toMatchObject({
      body: { status: 'confirmed', samples: { outcome: 'nobody-home' } },
    })
    const { rows } = await stack.database.asOwner('select text from custody_notes where booking_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ text: note }])
    const read = ({ client }: Person) => client.call(bookingRoutes.getBooking, { params: { id } })
    for (const reader of [lab, technician, admin])
      await expect
        .poll(() => read(reader))
        .toMatchObject({ custodyNotes: [{ tube: null, text: note, at: expect.any(String) }] })
    expect(JSON.stringify(await read(customer))).not.toContain(note)
    const params = { id }
    await admin.client.call(bookingRoutes.assignLab, {
      params,
      body: { labPartnerId: otherLab.labPartnerId },
    })
    await expect
      .poll(() => otherLab.client.ask(bookingRoutes.getBooking, { params }))
      .toMatchObject({ status: 200, body: { custodyNotes: [] } })
    const { rows: events } = await stack.database.asOwner(
      'select data::text from log.events where stream_id = $1',
      [`booking-${id}`],
    )
    expect(JSON.stringify(events)).not.toContain(note)
  })

  it('answers a repeated request before it looks at the role, the visit or the booking', async ({
    collector,
    lab,
    admin,
    otherLab,
    numbered,
  }) => {
    const { id } = await numbered()
    const [at, key] = [deviceAt(), crypto.randomUUID()]
    const send = () => record(collector.client, id, { type: 'arrive' }, at, key)
    expect(await send()).toMatchObject({ status: 200 })
    const params = { id }
    await lab.client.call(custodyRoutes.assignCollector, { params, body: { collectorId: null } })
    expect(await send()).toMatchObject({ status: 200, body: { custody: { arrived: { by: collector.id } } } })
    const body = { labPartnerId: otherLab.labPartnerId }
    await admin.client.call(bookingRoutes.assignLab, { params, body })
    expect(await send()).toMatchObject({ status: 200, body: { custody: null } })
  })

  it('has what a collector did before the visit was taken away, and nothing that they did after it', async ({
    collector,
    lab,
    customer,
    numbered,
  }) => {
    const { id } = await numbered()
    const params = { id }
    const identified = await record(collector.client, id, identify)
    expect(identified).toMatchObject({ status: 200 })
    const at = deviceAt()
    await lab.client.call(custodyRoutes.assignCollector, { params, body: { collectorId: null } })
    const late = await record(collector.client, id, { type: 'fail', outcome: 'nobody-home' }, deviceAt())
    expect(late).toMatchObject(refusal('visit-handed-over'))
    const draw = { type: 'draw', tubes: [{ number: 1 }] } satisfies CustodyInput
    expect(await record(collector.client, id, draw, at)).toMatchObject({ status: 200 })
    expect((await customer.client.call(bookingRoutes.getBooking, { params })).samples).toMatchObject({
      drawn: 1,
    })
    const detail = await lab.client.call(bookingRoutes.getBooking, { params })
    expect(detail).toMatchObject({
      status: 'sample-collection',
      custody: { tubes: [{ drawn: { by: collector.id, marks: ['after-removal'] } }] },
    })
  })

  it('has what the owner records for a collector whose phone is lost, as entered by the owner', async ({
    collector,
    technician,
    lab,
    numbered,
  }) => {
    const { id } = await numbered()
    const enter = (client: Client, command: CustodyInput) =>
      client.ask(custodyRoutes.recordCustody, {
        params: { id },
        body: { recorded: { at: deviceAt(), offsetMs: 0, for: collector.id }, command },
      })
    expect(await enter(technician.client, { type: 'arrive' })).toMatchObject(refusal('outside-role'))
    expect(await enter(lab.client, { type: 'arrive' })).toMatchObject({
      body: { custody: { arrived: { by: collector.id, enteredBy: lab.id } } },
    })
    const body = { recorded: { at: deviceAt(), offsetMs: 0, for: technician.id }, command: identify }
    expect(await lab.client.ask(custodyRoutes.recordCustody, { params: { id }, body })).toMatchObject(
      refusal('not-found'),
    )
  })
})

describe('the board of tubes', () => {
  it('says where each tube of the day is, and finds one by its barcode, for its lab alone', async ({
    collector,
    technician,
    otherLab,
    customer,
    numbered,
  }) => {
    const { id, orderNumber } = await numbered()
    const { scheduledDate } = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    const date = scheduledDate as string
    const read = async (client: Client) => {
      const { tubes } = await client.call(tubeRoutes.listTubes, { query: { date } })
      return tubes.filter(({ bookingId }) => bookingId === id)
    }
    expect(await read(technician.client)).toMatchObject([
      { place: 'expected', code: `${orderNumber}-1`, of: 1 },
    ])
    await record(collector.client, id, identify)
    await record(collector.client, id, { type: 'draw', tubes: [{ number: 1, code: 'BRD-00017' }] })
    expect(await read(technician.client)).toMatchObject([
      { place: 'on-the-way', code: 'BRD00017', collectorId: collector.id, dueAt: expect.any(String) },
    ])
    await record(technician.client, id, { type: 'receive', tubes: [1], temperatureC: 9.5 })
    expect(await read(technician.client)).toMatchObject([{ place: 'received', temperatureC: 9.5 }])
    expect(await read(otherLab.client)).toEqual([])
    const find = (client: Client, code: string) => client.ask(tubeRoutes.findTube, { query: { code } })
    for (const code of ['BRD-00017', `${orderNumber}-1`])
      expect(await find(technician.client, code)).toMatchObject({ body: { bookingId: id, number: 1, date } })
    expect(await find(otherLab.client, 'BRD-00017')).toMatchObject({ status: 404 })
    // no tube of this booking, and of none
    for (const code of [`${orderNumber}-2`, `${orderNumber}-99`])
      expect(await find(technician.client, code)).toMatchObject({ status: 404 })
  })
})

describe('the quality of collections', () => {
  it('is counted by collector for the lab, and by lab for admins', async ({
    collector,
    technician,
    lab,
    otherLab,
    admin,
    numbered,
  }) => {
    const read = (client: Client, query = {}) => client.call(qualityRoutes.getQuality, { query })
    const before = await read(lab.client)
    const { id } = await numbered()
    await record(collector.client, id, { ...identify, isConfirmed: false })
    await record(collector.client, id, identify)
    await record(collector.client, id, { type: 'draw', tubes: [{ number: 1 }] })
    await record(technician.client, id, { type: 'reject', tubes: [{ number: 1, reason: 'leaked' }] })
    const after = await read(lab.client)
    expect(after.total.rejectedFor.leaked).toBe((before.total.rejectedFor.leaked ?? 0) + 1)
    expect(after.total.mismatched).toBe(before.total.mismatched + 1)
    expect(after.rows.find((row) => row.id === collector.id)).toMatchObject({
      rejected: 1,
      name: expect.any(String),
    })
    const ofLabs = await read(admin.client)
    expect(ofLabs.rows.find((row) => row.id === lab.labPartnerId)).toMatchObject(after.total)
    expect((await read(otherLab.client)).rows).toEqual([])
    expect(
      await lab.client.ask(qualityRoutes.getQuality, { query: { lab: otherLab.labPartnerId } }),
    ).toMatchObject({
      status: 400,
    })
  })
})

describe('the collector of a visit', () => {
  it('is one of the lab, and the visit can be handed over', async ({
    collector,
    technician,
    lab,
    stack,
    numbered,
  }) => {
    const { id } = await numbered()
    const assign = (collectorId: string | null) =>
      lab.client.ask(custodyRoutes.assignCollector, { params: { id }, body: { collectorId } })
    expect(await assign(collector.id)).toMatchObject({ status: 200, body: { collectorId: collector.id } })
    expect(await assign(technician.id)).toMatchObject({ status: 422, body: { code: 'not-a-collector' } })
    const other = await createLabPerson(stack, lab, 'collector')
    expect(await assign(other.id)).toMatchObject({ body: { collectorId: other.id } })
    expect(await assign(null)).toMatchObject({ body: { collectorId: null } })
  })

  it('alone of the collectors sees it and records what happens; one who has handed it over only records', async ({
    collector,
    lab,
    stack,
    numbered,
  }) => {
    const { id } = await numbered()
    const other = await createLabPerson(stack, lab, 'collector')
    const reads = async ({ client }: Person) => ({
      detail: await client.ask(collectionRoutes.getCollection, { params: { id } }),
      labels: await client.ask(labelRoutes.printLabels, {
        body: { bookings: [id], format: 'roll', start: 1 },
      }),
      visits: (await client.call(collectionRoutes.getRound, { query: { booking: id } })).visits,
    })
    const unseen = { detail: { status: 404 }, labels: { status: 404 }, visits: [] }
    const seen = {
      detail: { status: 200 },
      labels: { status: 200 },
      visits: [{ people: [{ bookingId: id }] }],
    }
    const guess = { type: 'identify', method: 'code', isConfirmed: true, code: '0000' } as const
    const paid = { params: { id }, body: { method: 'upi', reference: null } } as const

    await expect.poll(() => reads(collector)).toMatchObject(seen)
    expect(await reads(other)).toMatchObject(unseen)
    expect(await record(other.client, id, { type: 'arrive' })).toMatchObject(refusal('not-found'))
    expect(await record(other.client, id, guess)).toMatchObject(refusal('not-found'))
    expect(await other.client.ask(bookingRoutes.recordPayment, paid)).toMatchObject(refusal('not-found'))

    const at = deviceAt()
    const given = { params: { id }, body: { collectorId: other.id } }
    await lab.client.call(custodyRoutes.assignCollector, given)
    await expect.poll(() => reads(collector)).toMatchObject(unseen)
    expect(await reads(other)).toMatchObject(seen)
    expect(await record(collector.client, id, { type: 'arrive' }, at)).toMatchObject({ status: 200 })
    expect(await collector.client.ask(bookingRoutes.recordPayment, paid)).toMatchObject(
      refusal('visit-handed-over'),
    )
    expect(await reads(lab)).toMatchObject(seen)
  })
})

describe('a visit at which nothing was drawn', () => {
  it('needs attention until something is drawn after all', async ({ collector, admin, numbered }) => {
    const { id } = await numbered()
    const needs = async () => {
      const query = { attention: 'collection-failed', limit: 500 } as const
      return (await admin.client.call(bookingRoutes.listBookings, { query })).map((each) => each.id)
    }
    await record(collector.client, id, { type: 'arrive' })
    expect(await needs()).not.toContain(id)
    await record(collector.client, id, { type: 'fail', outcome: 'not-fasting' })
    await expect.poll(needs).toContain(id)
    await record(collector.client, id, identify)
    await record(collector.client, id, { type: 'draw', tubes: [{ number: 1 }] })
    await expect.poll(needs).not.toContain(id)
  })
})

describe('what a phone tells of a booking that was cancelled meanwhile', () => {
  it('is recorded, with a mark, and is before the admins', async ({ admin, lab, collector, numbered }) => {
    const { id } = await numbered()
    const params = { id }
    await admin.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'cancelled' } })
    await record(collector.client, id, identify)
    expect(await record(collector.client, id, { type: 'draw', tubes: [{ number: 1 }] })).toMatchObject({
      body: { status: 'cancelled', samples: { drawn: 1 } },
    })
    const query = { attention: 'after-end', limit: 500 } as const
    await expect
      .poll(async () =>
        (await admin.client.call(bookingRoutes.listBookings, { query })).map((each) => each.id),
      )
      .toContain(id)
    const { custody } = await lab.client.call(bookingRoutes.getBooking, { params })
    expect(custody?.tubes[0]?.drawn?.marks).toContain('after-end')
  })
})

describe('the way of a collector', () => {
  it('is told as the visits of the round before, to whose visit it is', async ({
    stack,
    customer,
    otherCustomer,
    admin,
    lab,
    packageId,
  }) => {
    const collector = await createLabPerson(stack, lab, 'collector')
    // the day of the round
    const url = await withStoppedClock(stack, slotStart(tomorrow(), '06:00'))
    const visit = async () => {
      const body = bookingInput(packageId, customer.addressId)
      const { id } = await customer.client.call(bookingRoutes.placeBooking, { body })
      const assigned = { params: { id }, body: { labPartnerId: lab.labPartnerId } }
      await admin.client.call(bookingRoutes.assignLab, assigned)
      const given = { params: { id }, body: { collectorId: collector.id } }
      await lab.client.call(custodyRoutes.assignCollector, given)
      const read = () => customer.client.call(bookingRoutes.getBooking, { params: { id } })
      await expect.poll(async () => (await read()).orderNumber).not.toBeNull()
      return id
    }
    const [first, second] = [await visit(), await visit()]
    const read = (client = createClient(url, customer.token)) =>
      client.ask(custodyRoutes.getApproach, { params: { id: second } })
    expect(await read()).toMatchObject({ body: { visitsBefore: null, hasArrived: false } })
    await record(collector.client, first, { type: 'arrive' })
    expect(await read()).toMatchObject({
      body: { visitsBefore: 1, collector: expect.stringMatching(/^\S+$/) },
    })
    await record(collector.client, first, { type: 'fail', outcome: 'nobody-home' })
    expect(await read()).toMatchObject({ body: { visitsBefore: 0, hasArrived: false } })
    await record(collector.client, second, { type: 'arrive' })
    expect(await read(lab.client)).toMatchObject({ body: { hasArrived: true } })
    expect(await read(otherCustomer.client)).toMatchObject({ status: 404 })
  })
})

describe('a collector whose access ends, or whose role is another one', () => {
  it('leaves open visits only to somebody whom the owner chooses, and no customer is told that they come', async ({
    stack,
    lab,
    customer,
    numbered,
  }) => {
    const [leaving, taking] = [
      await createLabPerson(stack, lab, 'collector'),
      await createLabPerson(stack, lab, 'collector'),
    ]
    const { id } = await numbered()
    const params = { id }
    const body = { collectorId: leaving.id }
    await lab.client.call(custodyRoutes.assignCollector, { params, body })
    const at = deviceAt()
    const change = (changes: { labRole?: 'technician'; isEnded?: true; visitsTo?: string | null }) =>
      lab.client.ask(labStaffRoutes.changeLabPerson, { params: { id: leaving.id }, body: changes })
    expect(await change({ isEnded: true })).toMatchObject(refusal('visits-open'))
    expect(await change({ labRole: 'technician' })).toMatchObject(refusal('visits-open'))
    expect(await change({ isEnded: true, visitsTo: leaving.id })).toMatchObject({ status: 422 })
    expect(await change({ isEnded: true, visitsTo: taking.id })).toMatchObject({ body: { status: 'ended' } })
    const read = () => customer.client.call(bookingRoutes.getBooking, { params })
    await expect.poll(read).toMatchObject({ collectorId: taking.id })
    // what the phone of the first one could not send
    const recorded = { at, offsetMs: 0, for: leaving.id }
    const entered = { params, body: { recorded, command: { type: 'arrive' as const } } }
    await lab.client.call(custodyRoutes.recordCustody, entered)
    const { custody } = await lab.client.call(bookingRoutes.getBooking, { params })
    // of who was there before: it is in the log, and does not say that the present collector has arrived
    expect(custody?.once).toEqual([`arrived ${leaving.id} ${at}`])
    expect(custody?.arrived).toBeNull()
  })

  it('hands in what was done before the access ended, with the session of the phone, which gives nothing else', async ({
    stack,
    lab,
    numbered,
  }) => {
    const leaving = await createLabPerson(stack, lab, 'collector')
    const { id } = await numbered()
    const params = { id }
    await lab.client.call(custodyRoutes.assignCollector, { params, body: { collectorId: leaving.id } })
    const at = deviceAt()
    await lab.client.call(labStaffRoutes.changeLabPerson, {
      params: { id: leaving.id },
      body: { isEnded: true, visitsTo: null },
    })
    const { client } = leaving
    expect(await client.ask(bookingRoutes.getBooking, { params })).toMatchObject(refusal('not-signed-in'))
    expect(await record(client, id, identify, at)).toMatchObject({ status: 200, body: { custody: {} } })
    const draw = { type: 'draw', tubes: [{ number: 1 }] } satisfies CustodyInput
    expect(await record(client, id, draw, at)).toMatchObject({ status: 200 })
    expect(await record(client, id, { type: 'arrive' })).toMatchObject(refusal('visit-handed-over'))
    const pay = (recorded?: { at: string; offsetMs: number }) =>
      client.ask(bookingRoutes.recordPayment, { params, body: { method: 'cash-on-collection', recorded } })
    expect(await pay()).toMatchObject(refusal('visit-handed-over'))
    expect(await pay({ at, offsetMs: 0 })).toMatchObject({ status: 200, body: { paymentStatus: 'pending' } })
    // whoever has access again signs in, and the phone sends with the new session
    await lab.client.call(labStaffRoutes.changeLabPerson, {
      params: { id: leaving.id },
      body: { isEnded: false },
    })
    expect(await record(client, id, draw, at)).toMatchObject(refusal('not-signed-in'))
  })

  it('still records what they collected in the role before', async ({ stack, lab, numbered }) => {
    const person = await createLabPerson(stack, lab, 'collector')
    const { id } = await numbered()
    const params = { id }
    await lab.client.call(custodyRoutes.assignCollector, { params, body: { collectorId: person.id } })
    const at = deviceAt()
    await lab.client.call(custodyRoutes.assignCollector, { params, body: { collectorId: null } })
    // before this person's first call: no process remembers the role
    await stack.database.asOwner("update users set lab_role = 'technician' where id = $1", [person.id])
    const { client } = person
    expect(await record(client, id, identify, at)).toMatchObject({ status: 200 })
    expect(await record(client, id, identify)).toMatchObject(refusal('visit-handed-over'))
  })
})
