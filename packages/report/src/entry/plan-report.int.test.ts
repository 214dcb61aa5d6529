/** The results of a booking add up, whatever order they come in. */
import { randomUUID } from 'node:crypto'
import { authCalls } from '@jaanch/account/sessions/api'
import { visitRowsSql } from '@jaanch/booking/visit/visit-rows'
import { custodyCalls } from '@jaanch/collection/api'
import { auditOf } from '@jaanch/tests/support/audit'
import { createTestAppender } from '@jaanch/tests/support/database'
import type { Person } from '@jaanch/tests/support/people'
import { readPdfText } from '@jaanch/tests/support/read-pdf'
import { reportInput } from '@jaanch/tests/support/reports'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { criticalValueCalls } from '../critical/api.ts'
import { reportPageCalls } from '../page/api.ts'
import { measuringTest, submit, valuesOf } from '../testing/submit.ts'
import { refundCalls, reportFormCalls } from './api.ts'

const { listHealthReports, downloadHealthReport } = healthReportCalls
const { getHealthReport } = reportPageCalls

const it = measuringTest('Renal and thyroid', ['HGB', 'K', 'NA', 'PLT', 'TSH', 'WBC'])

/** The person has results of other tests, of which the values here may be far. */
function ask(
  by: Person,
  id: string,
  { confirm = [], ...body }: { confirm?: string[]; [field: string]: unknown },
) {
  return submit(by, id, { ...body, confirm: [...confirm, 'delta'] }, randomUUID())
}

async function send(by: Person, id: string, values: Record<string, number>, change: object = {}) {
  const { status, body } = await ask(by, id, { values: valuesOf(values), ...change })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const callsOf = async ({ client }: Person, id: string) =>
  (await client.call(criticalValueCalls.listCriticalCalls)).filter(({ bookingId }) => bookingId === id)

it('the report is partial and says what is to come until all ordered results are there: on its page, in the list, in its PDF and in FHIR; a critical result is called about once', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const read = async (reportId: string) => {
    await untilWorkDone(stack.database)
    const page = await customer.client.call(getHealthReport, { params: { id: reportId } })
    const list = await customer.client.call(listHealthReports)
    expect(list.find((report) => report.id === reportId)?.toCome).toEqual(page.toCome)
    const headers = { authorization: `Bearer ${customer.token}` }
    const fhir = await fetch(`${stack.url}/api/health-reports/${reportId}/fhir`, { headers })
    const { entry } = (await fhir.json()) as {
      entry: { resource: { resourceType: string; status: string } }[]
    }
    const report = entry.find(({ resource }) => resource.resourceType === 'DiagnosticReport')
    const pdf = await readPdfText(stack.url + downloadHealthReport.path.replace(':id', reportId), customer)
    return { ...page, status: report?.resource.status, pdf }
  }
  const values = { HGB: 6.1, K: 4, NA: 140 }
  const first = await read(await send(lab, id, values, { doctorComments: 'Mild anaemia' }))
  expect(first).toMatchObject({
    toCome: ['Platelet count', 'TSH', 'Total leucocyte count'],
    ...{ notReported: [], status: 'partial', outOfRange: ['HGB'] },
  })
  expect(first.pdf).toContain('Report Partial')
  expect(first.pdf).toContain('Still to come: Platelet count, TSH, Total leucocyte count.')

  const added = await read(await send(lab, id, { TSH: 2 }))
  const after = '2.00 µIU/mL'
  expect(added).toMatchObject({ version: 2, changes: [{ code: 'TSH', name: 'TSH', before: null, after }] })
  expect(added.pdf).toContain('More results, version 2.')
  expect(added.pdf).toContain('Critical: Haemoglobin 6.1 g/dL')

  const last = { withdrawn: ['NA'], confirm: ['value-differs'], doctorComments: 'Repeat in a month' }
  const complete = await read(await send(lab, id, { PLT: 200, WBC: 6 }, last))
  expect(complete, 'what was taken back is not to come').toMatchObject({
    ...{ toCome: [], notReported: ['Sodium'], status: 'amended' },
  })
  expect(complete.sections.flatMap(({ results }) => results.map(({ code }) => code)).toSorted()).toEqual([
    ...['HGB', 'K', 'PLT', 'TSH', 'WBC'],
  ])
  expect(complete.pdf).not.toMatch(/partial/i)
  expect(complete.pdf).toContain('Withdrawn: Sodium, which was 140 mmol/L.')
  const { name } = await lab.client.call(authCalls.getMe)
  expect(complete.doctorComments).toMatch(
    /^Mild anaemia\n\nAdded on \d+ \w{3} \d{4} by .+:\nRepeat in a month$/,
  )
  expect(complete.doctorComments).toContain(` by ${name}, owner:`)
  expect(await callsOf(lab, id)).toHaveLength(1)
})

it('messages that come at the same time are all in the report, each as a version', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  // a command is decided four times at most, and the worker that makes the PDF appends, too
  const messages = [{ HGB: 6.1 }, { K: 4 }, { HGB: 6.1, TSH: 2 }]
  const ids = await Promise.all(messages.map((values) => send(lab, id, values)))
  expect(new Set(ids).size).toBeGreaterThanOrEqual(2)
  await untilWorkDone(stack.database)
  const report = (await customer.client.call(listHealthReports)).find(({ booking }) => booking.id === id)
  const page = await customer.client.call(getHealthReport, { params: { id: report?.id ?? '' } })
  expect(page.sections.flatMap(({ results }) => results.map(({ code }) => code)).toSorted()).toEqual([
    ...['HGB', 'K', 'TSH'],
  ])
  expect(await callsOf(lab, id)).toHaveLength(1)
})

it('a correction begins with the recorded results, also before their PDF exists; whoever reads them has opened the report', async ({
  stack,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const read = () => lab.client.call(reportFormCalls.getRecordedResults, { params: { id } })
  expect(await read()).toEqual({ reportId: null, results: [] })
  const reportId = await send(lab, id, { K: 7.5, NA: 110 })
  expect(await read()).toEqual({
    reportId,
    results: [
      { code: 'K', text: '7.5', foreignUnit: null },
      { code: 'NA', text: '110', foreignUnit: null },
    ],
  })
  expect(await auditOf(stack, 'report-opened', `health-report:${reportId}`)).toHaveLength(1)
})

it('a result is asked about that differs unmarked, was withdrawn before, or is not compatible with life; nobody is called', async ({
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  await send(lab, id, { HGB: 13, K: 4.5 })
  expect((await ask(lab, id, { values: [], withdrawn: ['K'] })).status).toBe(201)
  for (const [values, question] of [
    [
      { HGB: 12 },
      {
        ...{ code: 'value-differs', parameter: 'HGB' },
        text: 'Haemoglobin is 13.0 g/dL in the report, and 12.0 g/dL here.',
      },
    ],
    [{ K: 4.5 }, { code: 'value-differs', text: 'Potassium was withdrawn from this report before.' }],
    [{ PLT: 150_000 }, { code: 'implausible', parameter: 'PLT' }],
  ] as [Record<string, number>, object][])
    expect(await ask(lab, id, { values: valuesOf(values) })).toMatchObject({
      status: 409,
      body: { code: 'confirmation-needed', questions: [question] },
    })
  expect(await callsOf(lab, id)).toEqual([])
})

it('what was confirmed of one report does not count for another that came meanwhile', async ({
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const first = await send(lab, id, { HGB: 13 })
  const change = { values: valuesOf({ HGB: 12 }), confirm: ['value-differs'] }
  await send(lab, id, { HGB: 14 }, { corrects: first })
  const refused = await ask(lab, id, { ...change, follows: first })
  expect(refused.status).toBe(409)
  const { follows } = refused.body as unknown as { follows: string }
  expect((await ask(lab, id, { ...change, follows })).status).toBe(201)
})

it('a PDF after a PDF takes its place; after results it is attached to them, and later results keep it', async ({
  stack,
  customer,
  otherCustomer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const read = async (reportId: string) => {
    await untilWorkDone(stack.database)
    return customer.client.call(getHealthReport, { params: { id: reportId } })
  }
  await ask(lab, id, reportInput())
  const replaced = await read((await ask(lab, id, reportInput())).body.id)
  expect(replaced).toMatchObject({ version: 2, attachments: [] })
  expect(replaced.versions).toHaveLength(2)

  await send(lab, id, { HGB: 13 })
  const { body } = await ask(lab, id, reportInput())
  const page = await read(body.id)
  const url = page.attachments.at(-1)?.url ?? ''
  await readPdfText(stack.url + url, customer)
  const headers = { authorization: `Bearer ${otherCustomer.token}` }
  expect((await fetch(`${stack.url}${url}`, { headers })).status).toBe(404)
  const text = await readPdfText(stack.url + downloadHealthReport.path.replace(':id', body.id), customer)
  expect(text).toContain('Haemoglobin 13.0')
  expect((await read(await send(lab, id, { TSH: 2 }))).attachments).toEqual(page.attachments)
})

it('a result of a test whose tubes were all rejected is asked about; once the whole test has results, nothing is collected for it again', async ({
  stack,
  lab,
  packageId,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  await untilWorkDone(stack.database)
  for (const command of [
    { type: 'identify', method: 'name-and-birth-date', isConfirmed: true },
    { type: 'draw', tubes: [{ number: 1 }] },
    { type: 'reject', tubes: [{ number: 1, reason: 'clotted' }] },
  ] as const)
    await lab.client.call(custodyCalls.recordCustody, {
      params: { id },
      body: { recorded: { at: new Date().toISOString() }, command: command as never },
    })
  expect(await ask(lab, id, { values: valuesOf({ HGB: 13 }) })).toMatchObject({
    status: 409,
    body: { questions: [{ code: 'rejected-tube', parameter: 'HGB' }] },
  })
  const withdrawn = async () => {
    const { rows } = await stack.database.pool.query(
      `select data from log.events where stream_id = $1 and type = 'RecollectionWithdrawn'`,
      [`booking-${id}`],
    )
    return rows
  }
  await send(lab, id, { HGB: 13 }, { confirm: ['rejected-tube'] })
  expect(await withdrawn()).toEqual([])
  const others = { K: 4, NA: 140, PLT: 200, TSH: 2, WBC: 6 }
  await send(lab, id, others, { confirm: ['rejected-tube'] })
  expect(await withdrawn()).toEqual([{ data: { packageIds: [packageId] } }])
})

it('a refund of tests that have results is asked about by their names, and recorded once it is confirmed', async ({
  stack,
  admin,
  lab,
  packageId,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  await send(lab, id, { HGB: 13 })
  const appender = createTestAppender({ pool: stack.database.pool, rowsSql: visitRowsSql })
  await appender.append({
    id: randomUUID(),
    streamId: `booking-${id}`,
    expected: 'any',
    events: [{ type: 'RefundDue', data: { packageIds: [packageId], amount: 100_00 } }],
    actor: 'system',
    correlationId: randomUUID(),
  })
  await appender.close()
  const settle = (body: object) =>
    admin.client.ask(refundCalls.settleRefund, { params: { id }, body: { amount: 100, ...body } })
  expect(await settle({})).toMatchObject({
    status: 409,
    body: { questions: [{ code: 'reported', text: expect.stringContaining('Renal and thyroid') }] },
  })
  expect(await settle({ confirm: ['reported'] })).toMatchObject({
    status: 200,
    body: { refund: { isSettled: true } },
  })
})

it('a released report keeps its patient when the person is renamed', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const report = await send(lab, id, { HGB: 13 })
  await untilWorkDone(stack.database)
  const before = await customer.client.call(getHealthReport, { params: { id: report } })
  await stack.database.asOwner(`update users set name = 'Somebody Else' where id = $1`, [customer.id])
  const after = await customer.client.call(getHealthReport, { params: { id: report } })
  expect(after.patient).toEqual(before.patient)
})
