/** The results of a booking add up, whatever order they come in. */
import { randomUUID } from 'node:crypto'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { criticalCallRoutes } from '@jaanch/contracts/http/critical-calls'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { refundRoutes } from '@jaanch/contracts/http/refunds'
import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { visitRowsSql } from '@jaanch/storage/visit/visit-rows'
import { createTestAppender } from '@jaanch/tests/support/database'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createPackage, type Person } from '@jaanch/tests/support/people'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { reportInput } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

const { releaseHealthReport, listHealthReports, downloadHealthReport } = healthReportRoutes
const { getHealthReport } = reportPageRoutes

const it = stackTest().extend('packageId', { scope: 'file' }, ({ stack }) =>
  createPackage(stack.database, { name: 'Renal and thyroid' }),
)
it.beforeAll(async ({ stack, packageId }) => {
  await createParameters(stack.database)
  await stack.database.asOwner(
    `update packages set parameter_codes = '{HGB,K,NA,PLT,TSH,WBC}' where id = $1`,
    [packageId],
  )
})

/** The person has results of other tests, of which the values here may be far. */
function ask(
  by: Person,
  id: string,
  { confirm = [], ...body }: { confirm?: string[]; [field: string]: unknown },
) {
  return by.client.ask(releaseHealthReport, {
    params: { id },
    body: { ...body, confirm: [...confirm, 'delta'] } as never,
    idempotencyKey: randomUUID(),
  })
}
const valuesOf = (values: Record<string, number>) =>
  Object.entries(values).map(([code, value]) => ({ code, value }))

async function send(by: Person, id: string, values: Record<string, number>, change: object = {}) {
  const { status, body } = await ask(by, id, { values: valuesOf(values), ...change })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** The results on the page of a report: `HGB 6.1` */
async function shown(by: Person, id: string): Promise<string[]> {
  const { sections } = await by.client.call(getHealthReport, { params: { id } })
  return sections.flatMap(({ results }) => results.map(({ code, text }) => `${code} ${text}`)).toSorted()
}

async function textOf(url: string, { token }: Person, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).pages.join(' ')
}

describe('results that come in several messages', () => {
  it('are all in the report, on its page and in its PDF; a critical one stays, and is called about once', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    await send(lab, id, { HGB: 6.1, PLT: 200 })
    const second = await send(lab, id, { TSH: 2 })
    await untilWorkDone(stack.database)
    expect(await shown(customer, second)).toEqual(['HGB 6.1', 'PLT 200', 'TSH 2.00'])
    const page = await customer.client.call(getHealthReport, { params: { id: second } })
    expect(page).toMatchObject({ version: 2, outOfRange: ['HGB'] })
    expect(page.changes).toEqual([{ code: 'TSH', name: 'TSH', before: null, after: '2.00 µIU/mL' }])
    const text = await textOf(stack.url, customer, downloadHealthReport.path.replace(':id', second))
    expect(text).toContain('More results, version 2.')
    expect(text).toContain('Critical: Haemoglobin 6.1 g/dL')
    const calls = (await lab.client.call(criticalCallRoutes.listCriticalCalls)).filter(
      ({ bookingId }) => bookingId === id,
    )
    expect(calls).toHaveLength(1)
  })
})

describe('a correction', () => {
  it('begins with the recorded results, also before their PDF exists; whoever reads them has opened the report', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const read = () => lab.client.call(reportFormRoutes.getRecordedResults, { params: { id } })
    expect(await read()).toEqual({ reportId: null, results: [] })
    const reportId = await send(lab, id, { K: 7.5, NA: 110 })
    expect(await read()).toEqual({
      reportId,
      results: [
        { code: 'K', text: '7.5', foreignUnit: null },
        { code: 'NA', text: '110', foreignUnit: null },
      ],
    })
    const { rowCount } = await stack.database.asOwner(
      "select from audit where action = 'report-opened' and object = $1",
      [`health-report:${reportId}`],
    )
    expect(rowCount).toBe(1)
  })

  it('withdraws only what it names, and the report says so', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    await send(lab, id, { K: 4.5, NA: 140 })
    const { status, body } = await ask(lab, id, { values: [], withdrawn: ['K'] })
    expect(status).toBe(201)
    await untilWorkDone(stack.database)
    expect(await shown(customer, body.id)).toEqual(['NA 140'])
    const text = await textOf(stack.url, customer, downloadHealthReport.path.replace(':id', body.id))
    expect(text).toContain('Withdrawn: Potassium, which was 4.5 mmol/L.')
  })

  it('that is not marked as one is asked about, and stored once it is confirmed', async ({
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    await send(lab, id, { HGB: 13 })
    expect(await ask(lab, id, { values: valuesOf({ HGB: 12 }) })).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-needed',
        questions: [
          {
            code: 'value-differs',
            parameter: 'HGB',
            text: 'Haemoglobin is 13.0 g/dL in the report, and 12.0 g/dL here.',
          },
        ],
      },
    })
    await send(lab, id, { HGB: 12 }, { confirm: ['value-differs'] })
  })
})

it('a PDF after results is attached to them, and opens singly; the report is still the results', async ({
  stack,
  customer,
  otherCustomer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  await send(lab, id, { HGB: 13 })
  const { status, body } = await ask(lab, id, reportInput())
  expect(status).toBe(201)
  await untilWorkDone(stack.database)
  expect(await shown(customer, body.id)).toEqual(['HGB 13.0'])
  const page = await customer.client.call(getHealthReport, { params: { id: body.id } })
  expect(page.attachments).toHaveLength(1)
  const url = page.attachments[0]?.url ?? ''
  await textOf(stack.url, customer, url)
  const response = await fetch(`${stack.url}${url}`, {
    headers: { authorization: `Bearer ${otherCustomer.token}` },
  })
  expect(response.status).toBe(404)
  const text = await textOf(stack.url, customer, downloadHealthReport.path.replace(':id', body.id))
  expect(text).toContain('Haemoglobin 13.0')
  // results that come later keep the file
  const later = await send(lab, id, { TSH: 2 })
  await untilWorkDone(stack.database)
  expect((await customer.client.call(getHealthReport, { params: { id: later } })).attachments).toHaveLength(1)
})

it('a PDF after a PDF takes its place: the earlier one is in its own version only', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  await ask(lab, id, reportInput())
  const { body } = await ask(lab, id, reportInput())
  await untilWorkDone(stack.database)
  const page = await customer.client.call(getHealthReport, { params: { id: body.id } })
  expect(page).toMatchObject({ version: 2, attachments: [] })
  expect(page.versions).toHaveLength(2)
})

it('a result that was withdrawn and comes again is asked about', async ({ lab, bookingInStatus }) => {
  const id = await bookingInStatus('lab-processing')
  await send(lab, id, { K: 4.5, NA: 140 })
  await ask(lab, id, { values: [], withdrawn: ['K'] })
  expect(await ask(lab, id, { values: valuesOf({ K: 4.5 }) })).toMatchObject({
    status: 409,
    body: {
      questions: [{ code: 'value-differs', text: 'Potassium was withdrawn from this report before.' }],
    },
  })
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

describe('a doubtful result', () => {
  it('that is not compatible with life is asked about, and nobody is called', async ({
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    expect(await ask(lab, id, { values: valuesOf({ PLT: 150_000 }) })).toMatchObject({
      status: 409,
      body: { questions: [{ code: 'implausible', parameter: 'PLT' }] },
    })
    const calls = await lab.client.call(criticalCallRoutes.listCriticalCalls)
    expect(calls.filter(({ bookingId }) => bookingId === id)).toEqual([])
  })

  it('of a test whose tubes were all rejected is asked about', async ({
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
      await lab.client.call(custodyRoutes.recordCustody, {
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
    // once the whole test has results, nothing is collected for it again
    const others = { K: 4, NA: 140, PLT: 200, TSH: 2, WBC: 6 }
    await send(lab, id, others, { confirm: ['rejected-tube'] })
    expect(await withdrawn()).toEqual([{ data: { packageIds: [packageId] } }])
  })
})

it('a report without all ordered results is partial and says what is to come: on its page, in the list, in its PDF and in FHIR', async ({
  stack,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('lab-processing')
  const read = async (reportId: string) => {
    await untilWorkDone(stack.database)
    const { toCome, notReported } = await customer.client.call(getHealthReport, { params: { id: reportId } })
    const list = await customer.client.call(listHealthReports)
    expect(list.find((report) => report.id === reportId)?.toCome).toEqual(toCome)
    const headers = { authorization: `Bearer ${customer.token}` }
    const fhir = await fetch(`${stack.url}/api/health-reports/${reportId}/fhir`, { headers })
    const { entry } = (await fhir.json()) as {
      entry: { resource: { resourceType: string; status: string } }[]
    }
    const report = entry.find(({ resource }) => resource.resourceType === 'DiagnosticReport')
    const pdf = await textOf(stack.url, customer, downloadHealthReport.path.replace(':id', reportId))
    return { toCome, notReported, status: report?.resource.status, pdf }
  }
  const first = await read(await send(lab, id, { HGB: 13, K: 4, NA: 140 }))
  expect(first).toMatchObject({
    toCome: ['Platelet count', 'TSH', 'Total leucocyte count'],
    notReported: [],
    status: 'partial',
  })
  expect(first.pdf).toContain('Report Partial')
  expect(first.pdf).toContain('Still to come: Platelet count, TSH, Total leucocyte count.')
  const second = await read(
    await send(lab, id, { PLT: 200, TSH: 2, WBC: 6 }, { withdrawn: ['NA'], confirm: ['value-differs'] }),
  )
  expect(second, 'what was taken back is not to come').toMatchObject({
    toCome: [],
    notReported: ['Sodium'],
    status: 'amended',
  })
  expect(second.pdf).not.toMatch(/partial/i)
})

it('a comment that is added later says who of the lab wrote it', async ({ lab, bookingInStatus }) => {
  const id = await bookingInStatus('lab-processing')
  await send(lab, id, { HGB: 13 }, { doctorComments: 'Mild anaemia' })
  const { name } = await lab.client.call(authRoutes.getMe)
  const { body } = await ask(lab, id, { values: valuesOf({ WBC: 6 }), doctorComments: 'Repeat in a month' })
  const [first, second] = body.doctorComments?.split('\n\n') ?? []
  expect(first).toBe('Mild anaemia')
  expect(second).toMatch(/^Added on \d+ \w{3} \d{4} by .+:\nRepeat in a month$/)
  expect(second).toContain(` by ${name}, owner:`)
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
    admin.client.ask(refundRoutes.settleRefund, { params: { id }, body: { amount: 100, ...body } })
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
  try {
    const after = await customer.client.call(getHealthReport, { params: { id: report } })
    expect(after.patient).toEqual(before.patient)
  } finally {
    await stack.database.asOwner('update users set name = $2 where id = $1', [
      customer.id,
      before.patient.name,
    ])
  }
})
