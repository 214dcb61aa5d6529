import { randomUUID } from 'node:crypto'
import type { BookingEvent } from '@jaanch/booking/events'
import { istDate } from '@jaanch/contracts/calendar'
import { auditOf } from '@jaanch/tests/support/audit'
import { readPages, refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { anAppend } from '@jaanch/tests/support/histories'
import { createApprovedLab, createLabPerson, type Lab, type Person } from '@jaanch/tests/support/people'
import { createBookingInStatus, reportInput } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import type { Fixtures } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { labIntervalCalls } from '../intervals/api.ts'
import { reportSignOffCalls } from '../sign-off/api.ts'
import { measuringTest, submit } from '../testing/submit.ts'
import { type CriticalCallState, criticalValueCalls } from './api.ts'

const { listCriticalCalls, countCriticalCalls, recordCriticalCall } = criticalValueCalls

const it = measuringTest('Blood Count', ['HGB', 'K', 'NA', 'MPAG'], { workers: false })

const potassium = [{ code: 'K', value: 6.9 }]
const callsOf = async (by: Person, bookingId: string) =>
  (await by.client.call(listCriticalCalls)).filter((call) => call.bookingId === bookingId)

async function callOf(by: Person, bookingId: string) {
  const [call] = await callsOf(by, bookingId)
  if (!call) throw new Error('There is no call')
  return call
}

const confirmation = { outcome: 'CONFIRMED', reached: 'customer', by: 'phone' } as const
const attempt = (by: Person, id: string, change: Record<string, unknown> = {}, idempotencyKey?: string) =>
  by.client.ask(recordCriticalCall, {
    params: { id },
    body: { ...confirmation, ...change },
    ...(idempotencyKey && { idempotencyKey }),
  })

/** A laboratory calls about potassium from 5.8 on; the catalogue, from 6.2 on. */
const addStrictLimit = (lab: Lab) =>
  lab.client.call(labIntervalCalls.addInterval, {
    body: {
      ...{ code: 'K', kind: 'critical' as const, ageFrom: 0, ageTo: null, high: 5.8 },
      validFrom: '2026-01-01',
      source: 'Board of pathologists, 2026',
    },
  })

const typesOf = async (stack: Stack, bookingId: string) =>
  (await eventTypes(stack, `booking-${bookingId}`)).filter((type) => /^(Report|Critical)/.test(type))

describe('a report with a critical value', () => {
  it('is recorded together with a call, of which the log has ids only; a value that is amended says so, and the call stays open', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const { body: report } = await submit(lab, id, {
      values: [...potassium, { code: 'HGB', value: 13 }, { code: 'MPAG', value: 'positive' }],
    })
    expect(await typesOf(stack, id)).toEqual(['ReportSubmitted', 'CriticalValueFound'])
    const { rows } = await stack.database.asOwner(
      `select count(distinct append_id)::int as appends, jsonb_agg(data order by version) as data from log.events
        where stream_id = $1 and type in ('ReportSubmitted', 'CriticalValueFound')`,
      [`booking-${id}`],
    )
    const call = await callOf(lab, id)
    expect(rows[0]).toEqual({
      appends: 1,
      data: [
        { reportId: report.id, reportVersion: 1 },
        { reportId: report.id, callId: call.id },
      ],
    })
    expect(call).toMatchObject({
      reportId: report.id,
      patientName: 'Test Person',
      contactNumber: expect.stringMatching(/\d{10}/),
      bookedBy: null,
      confirmedAt: null,
      attempts: [],
      values: [
        { code: 'K', text: '6.9', unit: 'mmol/L', limit: '≥ 6.2', flag: 'critical-high' },
        { code: 'MPAG', text: 'Positive', unit: null, limit: 'Positive', flag: 'abnormal' },
      ],
    })
    expect(call.values[0]?.amendedTo).toBeNull()
    await submit(lab, id, { values: [{ code: 'K', value: 4.5 }], confirm: ['value-differs'] })
    expect(await callsOf(lab, id)).toMatchObject([
      { confirmedAt: null, values: [{ code: 'K', amendedTo: '4.5' }, { code: 'MPAG' }] },
    ])
  })

  it('is one by the limits of the patient’s age; the call names the patient and who booked', async ({
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const dateOfBirth = `${Number(istDate(new Date()).slice(0, 4)) - 10}-01-01`
    const son = { name: 'Kavi', relationship: 'Son', gender: 'male', dateOfBirth } as const
    const { id: familyMemberId } = await addFamilyMember(customer, son)
    const given = { customer, lab, admin, packageId, change: { familyMemberId } }
    const id = await createBookingInStatus('lab-processing', given)
    await submit(lab, id, { values: [{ code: 'NA', value: 128 }] })
    expect(await callOf(lab, id)).toMatchObject({
      ...{ patientName: 'Kavi', patientAge: 10, patientSex: 'male', bookedBy: 'Test Person' },
      values: [{ code: 'NA', text: '128', limit: '≤ 130', flag: 'critical-low' }],
    })
  })

  it('is one by the stricter limits of the lab, and not of another lab, until they end; the call about it stays as it was', async ({
    stack,
    admin,
    customer,
    lab: other,
    packageId,
  }) => {
    const strict = await createApprovedLab(stack.url, admin)
    const submitted = async (lab: Lab) => {
      const id = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
      await submit(lab, id, { values: [{ code: 'K', value: 5.9 }] })
      return id
    }
    const today = istDate(new Date())
    const limits = await addStrictLimit(strict)
    const id = await submitted(strict)
    const found = { text: '5.9', limit: '≥ 5.8', flag: 'critical-high' }
    expect(await callsOf(strict, id)).toMatchObject([{ values: [found] }])
    expect(await callsOf(other, await submitted(other))).toEqual([])
    await strict.client.call(labIntervalCalls.endInterval, {
      params: { id: limits.id },
      body: { validTo: today },
    })
    expect(await callsOf(strict, await submitted(strict))).toEqual([])
    expect(await callsOf(strict, id)).toMatchObject([{ values: [found] }])
    // a later version repeats the value as it was judged, and opens no other call about it
    await submit(strict, id, { values: [{ code: 'HGB', value: 13 }] })
    expect(await callsOf(strict, id)).toHaveLength(1)
  })

  it('in a PDF is marked by the lab, with a parameter of the catalogue or by its name, and opens a call', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    for (const [codes, sentence] of [
      [[{ code: 'XYZ' }], 'criticalCodes[0].code: no parameter is called XYZ.'],
      [[{ code: 'K' }, { code: 'K' }], 'criticalCodes: a parameter comes twice.'],
    ] as const)
      expect(await submit(lab, id, reportInput({ criticalCodes: codes }))).toMatchObject(
        refusal('invalid', sentence),
      )
    const named = { name: 'Malaria parasite', value: 'P. falciparum seen' }
    for (const criticalCodes of [[{ value: '7.1' }], [{ code: 'K', name: 'Potassium' }]])
      expect((await submit(lab, id, reportInput({ criticalCodes }))).status).toBe(422)
    const criticalCodes = [named, { name: 'Blast cells' }, { code: 'K', value: '7.1' }]
    expect(await submit(lab, id, { values: potassium, criticalCodes })).toMatchObject(
      refusal('invalid', 'criticalCodes belong to a PDF: those of values follow from their limits.'),
    )
    expect((await submit(lab, id, reportInput({ criticalCodes }))).status).toBe(201)
    expect(await typesOf(stack, id)).toEqual(['ReportReleased', 'CriticalValueFound'])
    expect((await callOf(lab, id)).values).toMatchObject([
      { code: null, name: 'Malaria parasite', text: 'P. falciparum seen', unit: null, limit: '', flag: null },
      { code: null, name: 'Blast cells', text: '' },
      { code: 'K', name: 'Potassium', text: '7.1', unit: 'mmol/L', limit: '', flag: null },
    ])
  })

  it('that waits for a pathologist is called about at once, and not again when it is signed', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const other = await createApprovedLab(stack.url, admin)
    const pathologist = await createLabPerson(stack, other, 'pathologist')
    const technician = await createLabPerson(stack, other, 'technician')
    const id = await createBookingInStatus('lab-processing', { customer, lab: other, admin, packageId })
    const { body: report } = await submit(technician, id, { values: potassium })
    expect(await typesOf(stack, id)).toEqual(['ReportDrafted', 'CriticalValueFound'])
    expect(await callsOf(technician, id)).toHaveLength(1)
    const draft = async () =>
      pathologist.client.call(reportSignOffCalls.getReportDraft, { params: { id: report.id } })
    expect(await draft()).toMatchObject({ hasOpenCall: true })
    await attempt(technician, (await callOf(technician, id)).id)
    expect(await draft()).toMatchObject({ hasOpenCall: false })
    const params = { id, reportId: report.id }
    await pathologist.client.call(reportSignOffCalls.signReport, { params })
    expect((await typesOf(stack, id)).filter((type) => type === 'CriticalValueFound')).toHaveLength(1)
  })
})

/** A call about a value that was found 25 hours ago, in the log and in its table. */
async function createEarlierCall({
  stack,
  lab,
  customer,
  appender,
  bookingInStatus,
}: Pick<Fixtures, 'stack' | 'lab' | 'customer' | 'appender' | 'bookingInStatus'>): Promise<{
  id: string
  bookingId: string
}> {
  const bookingId = await bookingInStatus('lab-processing')
  const [id, reportId] = [randomUUID(), randomUUID()]
  const foundAt = new Date(Date.now() - 25 * 60 * 60_000)
  const found: BookingEvent = { type: 'CriticalValueFound', data: { callId: id, reportId } }
  await appender.append(anAppend(bookingId, { ...found, at: foundAt }))
  await stack.database.asOwner(
    `insert into critical_calls (id, booking_id, report_id, customer_id, lab_partner_id, found_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, bookingId, reportId, customer.id, lab.labPartnerId, foundAt],
  )
  await stack.database.asOwner(
    `insert into critical_call_values (call_id, place, code, name, value, unit, limit_text, flag)
     values ($1, 1, 'K', 'Potassium', '6.9', 'mmol/L', '≥ 6.2', 'critical-high')`,
    [id],
  )
  return { id, bookingId }
}

/** An attempt 25 hours ago that reached nobody, in the log. */
async function tryEarlier(callId: string, bookingId: string, appender: Fixtures['appender']): Promise<void> {
  const tried: BookingEvent = {
    type: 'CriticalValueCalled',
    data: { callId, attemptId: randomUUID(), outcome: 'UNABLE_TO_REACH' },
  }
  await appender.append(anAppend(bookingId, { ...tried, at: new Date(Date.now() - 25 * 60 * 60_000) }))
}

describe('a call', () => {
  async function withCall(lab: Lab, bookingInStatus: (status: 'lab-processing') => Promise<string>) {
    const bookingId = await bookingInStatus('lab-processing')
    await submit(lab, bookingId, { values: potassium })
    return { ...(await callOf(lab, bookingId)), bookingId }
  }

  it('is closed by a confirmation and not by a try; each try stays, with a copy of the values, and who made it', async ({
    stack,
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const { id, bookingId } = await withCall(lab, bookingInStatus)
    expect(await callsOf(otherLab, bookingId)).toEqual([])
    const before = (await lab.client.call(countCriticalCalls)).open
    const tried = await attempt(lab, id, { outcome: 'UNABLE_TO_REACH', note: 'No answer' })
    expect(tried).toMatchObject({ status: 201, body: { confirmedAt: null } })
    await attempt(lab, id, { outcome: 'REACHED_NO_READBACK', reached: 'doctor' })
    expect((await lab.client.call(countCriticalCalls)).open).toBe(before)
    const { body } = await attempt(lab, id)
    expect(body).toMatchObject({
      confirmedAt: expect.any(String),
      attempts: [
        {
          outcome: 'UNABLE_TO_REACH',
          note: 'No answer',
          values: [{ code: 'K', text: '6.9', limit: '≥ 6.2' }],
        },
        { outcome: 'REACHED_NO_READBACK', reached: 'doctor', by: 'phone', note: null },
        { outcome: 'CONFIRMED', calledBy: expect.any(String) },
      ],
    })
    expect((await lab.client.call(countCriticalCalls)).open).toBe(before - 1)
    expect(await attempt(lab, id, { outcome: 'UNABLE_TO_REACH' })).toMatchObject(
      refusal('critical-call-closed'),
    )
    expect((await typesOf(stack, bookingId)).filter((type) => type === 'CriticalValueCalled')).toHaveLength(3)
    expect(await auditOf(stack, 'critical-value-called', `critical-call:${id}`)).toHaveLength(3)
    expect(await auditOf(stack, 'patient-seen', `critical-call:${id}`)).not.toEqual([])
  })

  it('confirmed by two people at once is closed by one; sent again with the same key, the answer is the same', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const { id } = await withCall(lab, bookingInStatus)
    const pathologist = await createLabPerson(stack, lab, 'pathologist')
    const keys = [randomUUID(), randomUUID()]
    const answers = await Promise.all([attempt(lab, id, {}, keys[0]), attempt(pathologist, id, {}, keys[1])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const winner = answers[0]?.status === 201 ? 0 : 1
    const again = await attempt([lab, pathologist][winner] as Person, id, {}, keys[winner])
    expect(again).toMatchObject({ status: 201, body: answers[winner]?.body })
    expect(again.body.attempts).toHaveLength(1)
    expect(
      await attempt([lab, pathologist][winner] as Person, id, { note: 'other' }, keys[winner]),
    ).toMatchObject(refusal('key-reused'))
  })

  it('is ended as not reached after three attempts that reached nobody, with what was done instead, and is not among the confirmed ones', async ({
    stack,
    lab,
    admin,
    customer,
    appender,
    bookingInStatus,
  }) => {
    const { id, bookingId } = await createEarlierCall({ stack, lab, customer, appender, bookingInStatus })
    const ending = { outcome: 'ENDED_NOT_REACHED', reached: 'doctor', by: 'other', note: 'Sent a letter' }
    const before = (await lab.client.call(countCriticalCalls)).open
    await tryEarlier(id, bookingId, appender)
    for (let n = 0; n < 2; n += 1) {
      expect(await attempt(lab, id, ending)).toMatchObject(refusal('critical-call-not-tried'))
      await attempt(lab, id, { outcome: 'UNABLE_TO_REACH' })
    }
    for (const note of [undefined, ''])
      expect(await attempt(lab, id, { ...ending, note })).toMatchObject(
        refusal('invalid', 'note: please say what was done instead of the call.'),
      )
    const ended = await attempt(lab, id, ending)
    expect(ended).toMatchObject({
      status: 201,
      body: { confirmedAt: null, notReachedAt: expect.any(String) },
    })
    expect(ended.body.attempts.at(-1)).toMatchObject({
      outcome: 'ENDED_NOT_REACHED',
      note: 'Sent a letter',
      values: [{ code: 'K', text: '6.9' }],
    })
    expect((await lab.client.call(countCriticalCalls)).open).toBe(before - 1)
    expect(await attempt(lab, id)).toMatchObject(refusal('critical-call-closed'))
    const shownTo = async (by: Person, state: CriticalCallState) =>
      (await by.client.call(listCriticalCalls, { query: { state } })).some((call) => call.id === id)
    for (const by of [lab, admin]) {
      expect([await shownTo(by, 'open'), await shownTo(by, 'confirmed')]).toEqual([false, false])
      expect(await shownTo(by, 'not-reached')).toBe(true)
    }

    // another value that is critical opens another call
    await submit(lab, bookingId, { values: [{ code: 'HGB', value: 5 }] })
    expect(await callsOf(lab, bookingId)).toMatchObject([
      { confirmedAt: null, notReachedAt: null, values: [{ code: 'HGB' }] },
      { notReachedAt: expect.any(String) },
    ])
  })

  it('is written once, also for whoever has the database', async ({ stack, lab, bookingInStatus }) => {
    const { id } = await withCall(lab, bookingInStatus)
    await attempt(lab, id)
    for (const statement of [
      `update critical_attempts set outcome = 'UNABLE_TO_REACH' where call_id = $1`,
      `update critical_call_values set value = '4.0' where call_id = $1`,
      'update critical_calls set closed_at = null, ending = null where id = $1',
      `update critical_calls set ending = 'ENDED_NOT_REACHED' where id = $1`,
    ])
      await expect(stack.database.asOwner(statement, [id])).rejects.toThrow('written once')
  })

  it('is listed page by page, the newest first, and without its event not at all', async ({
    stack,
    lab,
    customer,
    bookingInStatus,
  }) => {
    for (let n = 0; n < 3; n += 1) await withCall(lab, bookingInStatus)
    await stack.database.asOwner(
      `insert into critical_calls (id, booking_id, report_id, customer_id, lab_partner_id)
       values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, $2)`,
      [customer.id, lab.labPartnerId],
    )
    const all: { id: string; foundAt: string; confirmedAt: string | null; notReachedAt: string | null }[] = []
    for await (const { body } of readPages<(typeof all)[number]>(lab.client, '/api/critical-calls?limit=2'))
      all.push(...body)
    const times = all.map(({ foundAt }) => foundAt)
    expect(times).toEqual(times.toSorted().reverse())
    const open = await lab.client.call(listCriticalCalls, { query: { state: 'open', limit: 500 } })
    expect(open.map(({ id }) => id)).toEqual(
      all.filter(({ confirmedAt, notReachedAt }) => !confirmedAt && !notReachedAt).map(({ id }) => id),
    )
  })
})
