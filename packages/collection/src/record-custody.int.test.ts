import { labStaffCalls } from '@jaanch/account/lab-staff/api'
import { bookingCalls } from '@jaanch/booking/api'
import { addDays, slotStart } from '@jaanch/contracts/calendar'
import { qualityCalls } from '@jaanch/insight/quality/api'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { auditOf } from '@jaanch/tests/support/audit'
import { assignCollector, assignLab, cancelBooking, readBooking } from '@jaanch/tests/support/bookings'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { tomorrow } from '@jaanch/tests/support/inputs'
import { createLabPerson, type Person } from '@jaanch/tests/support/people'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { expect, onTestFinished } from 'vitest'
import { type CustodyInput, custodyCalls, tubeCalls } from './api.ts'
import { checkVisitCode } from './check-visit-code.ts'
import { labelCalls } from './labels/api.ts'
import { roundCalls } from './rounds/api.ts'

const file = { scope: 'file' } as const
const it = stackTest()
  .extend('collector', file, ({ stack, lab }): Promise<Person> => createLabPerson(stack, lab, 'collector'))
  .extend('technician', file, ({ stack, lab }): Promise<Person> => createLabPerson(stack, lab, 'technician'))
  /** A confirmed booking that has its order number, given to a collector */
  .extend(
    'numbered',
    file,
    ({ bookingInStatus, customer, lab, collector }) =>
      async (by: Pick<Person, 'id'> = collector) => {
        const id = await bookingInStatus('confirmed')
        await assignCollector(lab, id, by.id)
        await expect.poll(async () => (await readBooking(customer, id)).orderNumber).not.toBeNull()
        return { id, orderNumber: (await readBooking(customer, id)).orderNumber as string }
      },
  )

const deviceAt = () => new Date().toISOString()

function record(client: Client, id: string, command: CustodyInput, at = deviceAt(), idempotencyKey?: string) {
  return client.ask(custodyCalls.recordCustody, {
    params: { id },
    body: { recorded: { at, offsetMs: 0 }, command },
    ...(idempotencyKey && { idempotencyKey }),
  })
}
const identify = { type: 'identify', method: 'name-and-birth-date', isConfirmed: true } as const
const drawOf = (code?: string): CustodyInput => ({
  type: 'draw',
  tubes: [{ number: 1, ...(code && { code }) }],
})
const said = (code: string) => ({ type: 'identify', method: 'code', isConfirmed: true, code }) as const

it('a tube goes from the door to the analyser; the board of its lab has its place and barcode, and the status of the booking follows', async ({
  collector,
  technician,
  lab,
  otherLab,
  customer,
  numbered,
}) => {
  const { id, orderNumber } = await numbered()
  const date = (await readBooking(customer, id)).scheduledDate as string
  const tubesOf = async ({ client }: Person) =>
    (await client.call(tubeCalls.listTubes, { query: { date } })).tubes.filter(
      (tube) => tube.bookingId === id,
    )
  const find = ({ client }: Person, code: string) => client.ask(tubeCalls.findTube, { query: { code } })
  expect(await tubesOf(technician)).toMatchObject([{ place: 'expected', code: `${orderNumber}-1`, of: 1 }])
  await record(collector.client, id, { type: 'arrive' })
  await record(collector.client, id, identify)
  expect(await record(collector.client, id, drawOf('BRD-00017'))).toMatchObject({
    body: { status: 'sample-collection', samples: { planned: 1, drawn: 1, received: 0 } },
  })
  expect(await tubesOf(technician)).toMatchObject([
    { place: 'on-the-way', code: 'BRD00017', collectorId: collector.id, dueAt: expect.any(String) },
  ])
  await record(collector.client, id, { type: 'handOver', tubes: [1], temperatureC: 6 })
  await record(technician.client, id, { type: 'receive', tubes: [1], temperatureC: 9.5 })
  expect(await tubesOf(technician)).toMatchObject([{ place: 'received', temperatureC: 9.5 }])
  for (const code of ['BRD-00017', `${orderNumber}-1`])
    expect(await find(technician, code)).toMatchObject({ body: { bookingId: id, number: 1, date } })
  for (const code of [`${orderNumber}-2`, `${orderNumber}-99`])
    expect((await find(technician, code)).status).toBe(404)
  expect([(await find(otherLab, 'BRD-00017')).status, await tubesOf(otherLab)]).toEqual([404, []])

  expect(await record(technician.client, id, { type: 'accept', tubes: [1] })).toMatchObject({
    body: { status: 'lab-processing', samples: { drawn: 1, received: 1, rejected: 0 } },
  })
  const [tube] = (await readBooking(lab, id)).custody?.tubes ?? []
  expect(tube).toMatchObject({ drawn: { by: collector.id }, accepted: { by: technician.id } })
  const own = await readBooking(customer, id)
  expect(own).toMatchObject({ samples: { received: 1 }, visitCode: null })
  expect(own).not.toHaveProperty('custody')
})

it('the code of a visit confirms the person on its day, and nobody tries more than five', async ({
  stack,
  collector,
  customer,
  numbered,
}) => {
  const { id } = await numbered()
  const visitCode = (await readBooking(customer, id)).visitCode as string
  expect(visitCode).toMatch(/^\d{4}$/)
  const right = said(visitCode)
  expect(await record(collector.client, id, right)).toMatchObject(refusal('visit-code-early'))

  const apiOf = async (date: string) =>
    createClient(await withStoppedClock(stack, slotStart(date, '06:00')), collector.token)
  const client = await apiOf(tomorrow())
  const wrong = [1, 2, 3, 4, 5, 6].map((n) => said(String((Number(visitCode) + n) % 10_000).padStart(4, '0')))
  const answers = await Promise.all(wrong.map((command) => record(client, id, command)))
  const fiveWrong = Array.from({ length: 5 }, () => 'wrong-visit-code')
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['visit-code-locked', ...fiveWrong])
  expect(await record(client, id, right)).toMatchObject(refusal('visit-code-locked'))
  const next = await apiOf(addDays(tomorrow(), 1))
  // the phone had no network when somebody said another code first
  expect(await record(next, id, { ...right, wrongCodes: ['0000'] })).toMatchObject({ status: 200 })
  const tries = (await auditOf(stack, 'visit-code-tried', `booking:${id}`)).map(({ details }) => details)
  const onlySixth = Array.from({ length: 7 }, (_, n) => expect.objectContaining({ isRight: n === 5 }))
  expect(tries).toEqual(onlySixth)
})

it('the code of a visit is not locked when requests with the right one fail again and again', async ({
  stack,
  collector,
  customer,
  numbered,
}) => {
  const { id: bookingId } = await numbered()
  const { visitCode } = await readBooking(customer, bookingId)
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

it('a pre-printed barcode belongs to one tube of all visits, however it is scanned or typed, and is not in the log; a phone number is no barcode', async ({
  collector,
  technician,
  customer,
  stack,
  numbered,
}) => {
  const bookings = [await numbered(), await numbered()]
  for (const { id } of bookings) await record(collector.client, id, identify)
  const { rows: phones } = await stack.database.asOwner(
    `select coalesce(d.address->>'phone', u.phone) as phone from booking_details d, users u
      where d.booking_id = $1 and u.id = $2`,
    [bookings[0]?.id, customer.id],
  )
  const phone = drawOf(phones[0].phone.replace(/\D/g, '').slice(-10))
  expect(await record(collector.client, bookings[0]?.id ?? '', phone)).toMatchObject({ status: 422 })

  const draws = [drawOf(']C10012345678'), drawOf('00123-45678')]
  const answers = await Promise.all(
    bookings.map(({ id }, n) => record(collector.client, id, draws[n] as CustodyInput)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('tube-of-another-visit'))
  const { id } = bookings[answers.findIndex(({ status }) => status === 200)] as { id: string }
  expect(await record(collector.client, id, drawOf('0012345678'))).toMatchObject({ status: 200 })
  const found = await technician.client.ask(tubeCalls.findTube, { query: { code: ']C100123-45678' } })
  expect(found).toMatchObject({ body: { bookingId: id, number: 1 } })
  const { rows } = await stack.database.asOwner(
    "select data::text from log.events where stream_id = $1 and type = 'TubesDrawn'",
    [`booking-${id}`],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('12345678')
})

it('each step is recorded by the role that does it, at the lab of the booking; the lab and admins read its note, which is not in the log', async ({
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
  const byOthersRole = refusal('outside-role')
  expect(await record(technician.client, id, identify)).toMatchObject(byOthersRole)
  expect(await record(collector.client, id, { type: 'receive', tubes: [1] })).toMatchObject(byOthersRole)
  // nobody tries the codes of another lab's booking
  for (const command of [identify, said('0000')])
    expect(await record(otherLab.client, id, command)).toMatchObject(refusal('not-found'))
  const note = 'The gate was locked'
  const fail = { type: 'fail', outcome: 'nobody-home', note } as const
  expect(await record(collector.client, id, fail)).toMatchObject({
    body: { status: 'confirmed', samples: { outcome: 'nobody-home' } },
  })
  for (const reader of [lab, technician, admin])
    await expect
      .poll(() => readBooking(reader, id))
      .toMatchObject({ custodyNotes: [{ tube: null, text: note, at: expect.any(String) }] })
  expect(JSON.stringify(await readBooking(customer, id))).not.toContain(note)
  await assignLab(admin, id, otherLab)
  const params = { id }
  await expect
    .poll(() => otherLab.client.ask(bookingCalls.getBooking, { params }))
    .toMatchObject({ status: 200, body: { custodyNotes: [] } })
  const { rows } = await stack.database.asOwner('select data::text from log.events where stream_id = $1', [
    `booking-${id}`,
  ])
  expect(JSON.stringify(rows)).not.toContain(note)
})

it('a repeated request is answered before the API looks at the role, the visit or the booking', async ({
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
  await assignCollector(lab, id, null)
  expect(await send()).toMatchObject({ status: 200, body: { custody: { arrived: { by: collector.id } } } })
  await assignLab(admin, id, otherLab)
  expect(await send()).toMatchObject({ status: 200, body: { custody: null } })
})

it('the owner records for a collector whose phone is lost, and for nobody else', async ({
  collector,
  technician,
  lab,
  numbered,
}) => {
  const { id } = await numbered()
  const enter = ({ client }: Person, from: string) =>
    client.ask(custodyCalls.recordCustody, {
      params: { id },
      body: { recorded: { at: deviceAt(), offsetMs: 0, for: from }, command: { type: 'arrive' } },
    })
  expect(await enter(technician, collector.id)).toMatchObject(refusal('outside-role'))
  expect(await enter(lab, technician.id)).toMatchObject(refusal('not-found'))
  expect(await enter(lab, collector.id)).toMatchObject({
    body: { custody: { arrived: { by: collector.id, enteredBy: lab.id } } },
  })
})

it('the quality of collections is counted by collector for the lab, and by lab for admins', async ({
  collector,
  technician,
  lab,
  otherLab,
  admin,
  numbered,
}) => {
  const read = ({ client }: Person) => client.call(qualityCalls.getQuality, { query: {} })
  const before = await read(lab)
  const { id } = await numbered()
  await record(collector.client, id, { ...identify, isConfirmed: false })
  await record(collector.client, id, identify)
  await record(collector.client, id, drawOf())
  await record(technician.client, id, { type: 'reject', tubes: [{ number: 1, reason: 'leaked' }] })
  const after = await read(lab)
  expect(after.total.rejectedFor.leaked).toBe((before.total.rejectedFor.leaked ?? 0) + 1)
  expect(after.total.mismatched).toBe(before.total.mismatched + 1)
  expect(after.rows.find((row) => row.id === collector.id)).toMatchObject({
    rejected: 1,
    name: 'Test Person',
  })
  expect((await read(admin)).rows.find((row) => row.id === lab.labPartnerId)).toMatchObject(after.total)
  expect((await read(otherLab)).rows).toEqual([])
  const query = { lab: otherLab.labPartnerId }
  expect((await lab.client.ask(qualityCalls.getQuality, { query })).status).toBe(400)
})

it('only the collector of a visit sees it and records what happens; one who has handed it over records what was done before', async ({
  collector,
  technician,
  lab,
  stack,
  numbered,
}) => {
  const { id } = await numbered()
  const other = await createLabPerson(stack, lab, 'collector')
  const reads = async ({ client }: Person) => ({
    detail: await client.ask(roundCalls.getCollection, { params: { id } }),
    labels: await client.ask(labelCalls.printLabels, { body: { bookings: [id], format: 'roll', start: 1 } }),
    visits: (await client.call(roundCalls.getRound, { query: { booking: id } })).visits,
  })
  const unseen = { detail: { status: 404 }, labels: { status: 404 }, visits: [] }
  const visits = [{ people: [{ bookingId: id }] }]
  const seen = { detail: { status: 200 }, labels: { status: 200 }, visits }
  const paid = { params: { id }, body: { method: 'upi', reference: null } } as const

  await expect.poll(() => reads(collector)).toMatchObject(seen)
  expect(await reads(other)).toMatchObject(unseen)
  for (const command of [{ type: 'arrive' } as const, said('0000')])
    expect(await record(other.client, id, command)).toMatchObject(refusal('not-found'))
  expect(await other.client.ask(bookingCalls.recordPayment, paid)).toMatchObject(refusal('not-found'))

  const at = deviceAt()
  const body = { collectorId: technician.id }
  expect(await lab.client.ask(custodyCalls.assignCollector, { params: { id }, body })).toMatchObject({
    body: { code: 'not-a-collector' },
  })
  await assignCollector(lab, id, other.id)
  await expect.poll(() => reads(collector)).toMatchObject(unseen)
  expect(await reads(other)).toMatchObject(seen)
  expect(await record(collector.client, id, { type: 'arrive' }, at)).toMatchObject({ status: 200 })
  const handedOver = refusal('visit-handed-over')
  expect(await record(collector.client, id, { type: 'arrive' })).toMatchObject(handedOver)
  expect(await collector.client.ask(bookingCalls.recordPayment, paid)).toMatchObject(handedOver)
})

it('a visit at which nothing was drawn, and a draw after the cancellation, are before the admins', async ({
  collector,
  admin,
  lab,
  numbered,
}) => {
  const { id } = await numbered()
  const listed = (attention: 'collection-failed' | 'after-end') => async () => {
    const bookings = await admin.client.call(bookingCalls.listBookings, { query: { attention, limit: 500 } })
    return bookings.map((each) => each.id)
  }
  await record(collector.client, id, { type: 'arrive' })
  expect(await listed('collection-failed')()).not.toContain(id)
  await record(collector.client, id, { type: 'fail', outcome: 'not-fasting' })
  await expect.poll(listed('collection-failed')).toContain(id)
  await cancelBooking(admin, id)
  await record(collector.client, id, identify)
  expect(await record(collector.client, id, drawOf())).toMatchObject({
    body: { status: 'cancelled', samples: { drawn: 1 } },
  })
  await expect.poll(listed('after-end')).toContain(id)
  await expect.poll(listed('collection-failed')).not.toContain(id)
  expect((await readBooking(lab, id)).custody?.tubes[0]?.drawn?.marks).toContain('after-end')
})

it('the way of a collector is told, as the number of visits before, to the customer of the visit', async ({
  stack,
  customer,
  otherCustomer,
  lab,
  numbered,
}) => {
  const collector = await createLabPerson(stack, lab, 'collector')
  const { id: first } = await numbered(collector)
  const { id: second } = await numbered(collector)
  // the day of the round
  const url = await withStoppedClock(stack, slotStart(tomorrow(), '06:00'))
  const read = (client = createClient(url, customer.token)) =>
    client.ask(custodyCalls.getApproach, { params: { id: second } })
  expect(await read()).toMatchObject({ body: { visitsBefore: null, hasArrived: false } })
  await record(collector.client, first, { type: 'arrive' })
  expect(await read()).toMatchObject({ body: { visitsBefore: 1, collector: expect.stringMatching(/^\S+$/) } })
  await record(collector.client, first, { type: 'fail', outcome: 'nobody-home' })
  expect(await read()).toMatchObject({ body: { visitsBefore: 0, hasArrived: false } })
  await record(collector.client, second, { type: 'arrive' })
  expect(await read(lab.client)).toMatchObject({ body: { hasArrived: true } })
  expect((await read(otherCustomer.client)).status).toBe(404)
})

it('a collector whose access ends leaves open visits only to somebody whom the owner chooses', async ({
  stack,
  lab,
  customer,
  numbered,
}) => {
  const [leaving, taking] = [
    await createLabPerson(stack, lab, 'collector'),
    await createLabPerson(stack, lab, 'collector'),
  ]
  const { id } = await numbered(leaving)
  const at = deviceAt()
  const change = (body: { labRole?: 'technician'; isEnded?: true; visitsTo?: string | null }) =>
    lab.client.ask(labStaffCalls.changeLabPerson, { params: { id: leaving.id }, body })
  expect(await change({ isEnded: true })).toMatchObject(refusal('visits-open'))
  expect(await change({ labRole: 'technician' })).toMatchObject(refusal('visits-open'))
  expect((await change({ isEnded: true, visitsTo: leaving.id })).status).toBe(422)
  expect(await change({ isEnded: true, visitsTo: taking.id })).toMatchObject({ body: { status: 'ended' } })
  await expect.poll(() => readBooking(customer, id)).toMatchObject({ collectorId: taking.id })
  await lab.client.call(custodyCalls.recordCustody, {
    params: { id },
    body: { recorded: { at, offsetMs: 0, for: leaving.id }, command: { type: 'arrive' } },
  })
  const { custody } = await readBooking(lab, id)
  // the arrival of the first collector does not say that the present one has arrived
  expect(custody).toMatchObject({ once: [`arrived ${leaving.id} ${at}`], arrived: null })
})

it('the phone of a collector whose access has ended hands in what was done before, and reads nothing', async ({
  stack,
  lab,
  numbered,
}) => {
  const leaving = await createLabPerson(stack, lab, 'collector')
  const { client } = leaving
  const { id } = await numbered(leaving)
  const at = deviceAt()
  const change = (body: { isEnded: boolean; visitsTo?: null }) =>
    lab.client.call(labStaffCalls.changeLabPerson, { params: { id: leaving.id }, body })
  await change({ isEnded: true, visitsTo: null })
  const params = { id }
  expect(await client.ask(bookingCalls.getBooking, { params })).toMatchObject(refusal('not-signed-in'))
  for (const command of [identify, drawOf()])
    expect(await record(client, id, command, at)).toMatchObject({ status: 200 })
  expect(await record(client, id, { type: 'arrive' })).toMatchObject(refusal('visit-handed-over'))
  const pay = (recorded?: { at: string; offsetMs: number }) =>
    client.ask(bookingCalls.recordPayment, { params, body: { method: 'cash-on-collection', recorded } })
  expect(await pay()).toMatchObject(refusal('visit-handed-over'))
  expect(await pay({ at, offsetMs: 0 })).toMatchObject({ status: 200, body: { paymentStatus: 'pending' } })
  // a person whose access was given back signs in, and the phone sends with the new session
  await change({ isEnded: false })
  expect(await record(client, id, drawOf(), at)).toMatchObject(refusal('not-signed-in'))
})

it('a person records what they collected in an earlier role', async ({ stack, lab, numbered }) => {
  const person = await createLabPerson(stack, lab, 'collector')
  const { id } = await numbered(person)
  const at = deviceAt()
  await assignCollector(lab, id, null)
  // before this person's first call: no process remembers the role
  await stack.database.asOwner("update users set lab_role = 'technician' where id = $1", [person.id])
  expect(await record(person.client, id, identify, at)).toMatchObject({ status: 200 })
  expect(await record(person.client, id, identify)).toMatchObject(refusal('visit-handed-over'))
})
