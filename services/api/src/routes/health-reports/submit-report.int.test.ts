import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { fhirContentType } from '@jaanch/contracts/http/fhir'
import { type HealthReportView, healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { relativeConsent } from '@jaanch/contracts/relative-consent'
import { refusal } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import { bookingInput, createPackage, type Person } from '@jaanch/tests/support/people'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { releaseReport } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

const { releaseHealthReport, listHealthReports } = healthReportRoutes

const it = stackTest()
  .extend('packageId', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'Blood Count' }),
  )
  .extend('otherPackageId', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'House special' }),
  )
it.beforeAll(async ({ stack, packageId }) => {
  await createParameters(stack.database)
  await stack.database.asOwner(`update packages set parameter_codes = '{HGB,WBC,PLT}' where id = $1`, [
    packageId,
  ])
})

const values = [
  { code: 'HGB', value: 11.2 },
  { code: 'WBC', value: '7.1' },
]

function ask(by: Person, id: string, change: Record<string, unknown> = {}, idempotencyKey?: string) {
  const body = { values, ...change }
  return by.client.ask(releaseHealthReport, {
    params: { id },
    body,
    ...(idempotencyKey && { idempotencyKey }),
  })
}

async function sendFhir(
  stack: Stack,
  by: Person,
  id: string,
  body: unknown,
  type = fhirContentType,
  query = '',
) {
  const response = await fetch(`${stack.url}/api/bookings/${id}/report${query}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${by.token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answered = (await response.json()) as HealthReportView & { error?: string; code?: string }
  return { status: response.status, body: answered }
}

/** Waits until a worker has made the PDF. @returns the report as its reader lists it */
async function untilReleased(by: Person, { id }: { id: string }): Promise<HealthReportView> {
  const find = async () => (await by.client.call(listHealthReports)).find((report) => report.id === id)
  await expect.poll(find, { interval: 20 }).toBeDefined()
  return (await find()) as HealthReportView
}

async function textOf(
  { stack, customer }: Pick<Fixtures, 'stack' | 'customer'>,
  report: { id: string },
  by: Person = customer,
): Promise<string> {
  await untilReleased(by, report)
  const response = await fetch(`${stack.url}/api/health-reports/${report.id}/download`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect(response.status).toBe(200)
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).pages.join(' ')
}

async function eventsOf(stack: Stack, bookingId: string) {
  const { rows } = await stack.database.asOwner(
    `select type, data, actor from log.events
      where stream_id = $1 and type in ('ReportSubmitted', 'ReportReleased') order by version`,
    [`booking-${bookingId}`],
  )
  return rows
}

describe('results that are sent as values', () => {
  it('are converted from the units that a lab writes, or shown as they were sent', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const sent = [
      { code: 'HGB', value: 112, unit: 'gms/L' },
      { code: 'PLT', value: 2.5, unit: 'lakhs/cumm' },
      { code: 'WBC', value: 7.1, unit: 'g/L' },
    ]
    const { status, body } = await ask(lab, id, { values: sent })
    expect(status).toBe(201)
    const { rows } = await stack.database.asOwner(
      `select code, value, sent, result ->> 'foreignUnit' as unit, result ->> 'flag' as flag, result ->> 'text' as text
         from report_values where report_id = $1 order by place`,
      [body.id],
    )
    expect(rows).toEqual([
      {
        code: 'HGB',
        value: 11.2,
        sent: { value: 112, unit: 'gms/L' },
        unit: null,
        flag: 'low',
        text: '11.2',
      },
      {
        code: 'PLT',
        value: 250,
        sent: { value: 2.5, unit: 'lakhs/cumm' },
        unit: null,
        flag: 'normal',
        text: '250',
      },
      { code: 'WBC', value: 7.1, sent: null, unit: 'g/L', flag: null, text: '7.1' },
    ])
    expect(await textOf({ stack, customer }, body)).toMatch(/7\.1\s+g\/L/)
  })

  it('become a report that can be opened soon after the answer', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    // the order number is printed
    await untilWorkDone(stack.database)
    const answer = await ask(lab, id, { doctorComments: 'Mild anaemia', isReviewed: true })
    expect(answer).toMatchObject({
      status: 201,
      body: { version: 1, doctorComments: 'Mild anaemia', isReviewed: true, booking: { id } },
    })
    const report = answer.body
    const { booking, createdAt, ...released } = await untilReleased(customer, report)
    expect(report).toMatchObject(released)
    expect(createdAt >= report.createdAt).toBe(true)
    expect(booking).toMatchObject({ id })
    const text = await textOf({ stack, customer }, report)
    for (const part of [
      'City Lab',
      'Patient Test Person',
      `Booking #${id.slice(0, 8)}`,
      'Blood Count',
      'Haemoglobin 11.2 ▼ Low g/dL 12.0–17.0 *',
      'Total leucocyte count 7.10 ×10³/µL 4.00–10.00',
      'Still to come: Platelet count.',
      'Comments Mild anaemia',
      'Reviewed by a doctor',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toMatch(/Order JN-\d{4}-\d{6}/)
    expect(text).not.toMatch(/(Collected|Received) \(IST\) Not recorded/)
  })

  it('are not in the log, which contains only ids', async ({ stack, lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    const { body } = await ask(lab, id, { doctorComments: 'Mild anaemia' })
    await untilWorkDone(stack.database)
    const data = { reportId: body.id, reportVersion: 1 }
    expect(await eventsOf(stack, id)).toEqual([
      { type: 'ReportSubmitted', data, actor: `lab-partner:${lab.id}` },
      { type: 'ReportReleased', data, actor: 'system:reports' },
    ])
  })

  it('are interpreted by the sex and printed with the age of the family member', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const member = randomUUID()
    await stack.database.asOwner(
      `insert into family_members (id, customer_id, name, relationship, gender, date_of_birth)
       values ($1, $2, 'आशा', 'Mother', 'female', '1960-01-31')`,
      [member, customer.id],
    )
    const { id } = await customer.client.call(bookingRoutes.placeBooking, {
      body: bookingInput(packageId, customer.addressId, { familyMemberId: member }),
    })
    const params = { id }
    await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
    for (const status of ['confirmed', 'sample-collection', 'lab-processing'] as const) {
      await lab.client.call(bookingRoutes.changeBookingStatus, { params, body: { status } })
    }
    const { body } = await ask(lab, id, { values: [{ code: 'HGB', value: 12.5 }] })
    await customer.client.call(peopleRoutes.giveRelativeConsent, {
      params: { id: member },
      body: { version: relativeConsent.version },
    })
    const text = await textOf({ stack, customer }, body)
    expect(text).toContain('Patient आशा')
    expect(text).toMatch(/Female, \d\d years/)
    expect(text).toContain('Haemoglobin 12.5 g/dL 12.0–15.0 ')
    expect(text).not.toContain('spans both')
  })

  it.for([
    [{ values: [{ code: 'TSH', value: 1 }] }, 'values[0].code: TSH (TSH) was not ordered.'],
    [
      { values: undefined },
      'Send a PDF as fileUrl, or the results as values; FHIR has the content type application/fhir+json.',
    ],
    [
      { fileUrl: 'data:application/pdf;base64,JVBERi0xLjQ=' },
      'Send a PDF as fileUrl, or the results as values; FHIR has the content type application/fhir+json.',
    ],
  ] as const)(
    'are refused with one sentence: %j',
    async ([change, sentence], { stack, lab, bookingInStatus }) => {
      const id = await bookingInStatus('lab-processing')
      expect(await ask(lab, id, change)).toMatchObject(refusal('invalid', sentence))
      expect(await eventsOf(stack, id)).toEqual([])
    },
  )

  it('share the version numbers with uploaded PDFs, and list the superseded versions', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    await releaseReport(lab, id)
    const second = await ask(lab, id)
    expect(second).toMatchObject({ status: 201, body: { version: 2 } })
    expect(await textOf({ stack, customer }, second.body)).toContain(
      'Amended report, version 2. It supersedes version 1 of',
    )
    expect(await releaseReport(lab, id)).toMatchObject({ version: 3 })
  })
})

/** @returns a whole minute in ISO 8601, with India's offset */
function minutesFromNow(minutes: number): string {
  const at = Math.floor(Date.now() / 60_000 + minutes) * 60_000
  return new Date(at + 5.5 * 60 * 60_000).toISOString().replace('.000Z', '+05:30')
}

/** @returns the time of day in India, such as `7:10 am` */
function clockOf(instant: string): string {
  const clock = { timeZone: 'Asia/Kolkata', hour: 'numeric', minute: '2-digit', hour12: true } as const
  return new Date(instant).toLocaleTimeString('en-IN', clock).replace(/\s/, ' ')
}

describe('a laboratory information system', () => {
  const fixture = (name: string) =>
    JSON.parse(
      readFileSync(
        new URL(`../../../../../packages/domain/src/report/fixtures/fhir-${name}.json`, import.meta.url),
        'utf8',
      ),
    )
  const collectedAt = minutesFromNow(0)
  const bundle = (change: Record<string, unknown> = {}) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { ...fixture('report'), effectiveDateTime: collectedAt, ...change },
      ...fixture('observations'),
    ].map((resource) => ({ resource })),
  })

  it('can send FHIR R4, which becomes a report', async ({ stack, customer, lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    const { status, body } = await sendFhir(
      stack,
      lab,
      id,
      bundle(),
      'application/fhir+json; charset=utf-8; fhirVersion=4.0',
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      version: 1,
      doctorComments: 'Mild anaemia; correlate clinically.',
      isReviewed: true,
      booking: { id },
    })
    const text = await textOf({ stack, customer }, body)
    expect(text).toContain('Platelet count 265 ×10³/µL 150–410')
    expect(text).toMatch(new RegExp(`Collected \\(IST\\) \\d+ \\w+ \\d{4}, ${clockOf(collectedAt)}`))
  })

  it('cannot have collected the sample in the future, which the offset of another country would do', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const effectiveDateTime = minutesFromNow(60)
    expect(await sendFhir(stack, lab, id, bundle({ effectiveDateTime }))).toMatchObject({
      status: 422,
      body: { error: 'The sample cannot have been collected in the future. Please check the time.' },
    })
  })

  it('cannot have collected the sample long before the booking: the age on that day decides on intervals', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const effectiveDateTime = `2016${collectedAt.slice(4)}`
    expect(await sendFhir(stack, lab, id, bundle({ effectiveDateTime }))).toMatchObject({
      status: 422,
      body: {
        error: 'The sample cannot have been collected before the test was booked. Please check the date.',
      },
    })
  })

  it('sends no report of somebody else by mistake: what differs is named, and a confirmation is in the audit trail', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const patient = { resourceType: 'Patient', id: 'p1', name: [{ text: 'Usha Patel' }] }
    const message = { ...bundle(), entry: [...bundle().entry, { resource: patient }] }
    const refused = await sendFhir(stack, lab, id, message)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-needed',
        questions: [
          { code: 'subject', parameter: null, text: "The report's name differs from the booking's patient." },
        ],
      },
    })
    expect(await eventsOf(stack, id)).toEqual([])
    const { status, body } = await sendFhir(stack, lab, id, message, fhirContentType, '?confirm=subject')
    expect(status).toBe(201)
    const { rows } = await stack.database.asOwner(
      `select user_id as "userId", object, details from audit
        where action = 'report-subject-confirmed' and details ->> 'bookingId' = $1`,
      [id],
    )
    expect(rows).toEqual([
      { userId: customer.id, object: `health-report:${body.id}`, details: { bookingId: id } },
    ])
  })

  it('gets the name of the wrong element', async ({ stack, lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    expect(await sendFhir(stack, lab, id, fixture('bad'))).toEqual(
      refusal('invalid', 'DiagnosticReport.status is required; DiagnosticReport.result must be a list.'),
    )
    expect(await sendFhir(stack, lab, id, bundle({ status: 'preliminary' }))).toEqual(
      refusal('invalid', 'DiagnosticReport.status is preliminary: send it when it is final.'),
    )
    expect((await sendFhir(stack, lab, id, '[1]')).status).toBe(422)
    expect((await sendFhir(stack, lab, id, '')).status).toBe(422)
    expect((await sendFhir(stack, lab, id, '{')).status).toBe(400)
    expect((await sendFhir(stack, lab, id, '<Bundle/>', 'application/fhir+xml')).status).toBe(415)
    expect(await eventsOf(stack, id)).toEqual([])
  })

  it('cannot send text that Postgres does not store', async ({ stack, lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    const conclusion = 'a\u0000b\ud800'
    const { status, body } = await sendFhir(stack, lab, id, bundle({ conclusion }))
    expect({ status, comments: body.doctorComments }).toEqual({ status: 201, comments: 'a b\ufffd' })
  })

  it('cannot send FHIR to other calls', async ({ stack }) => {
    const response = await fetch(`${stack.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': fhirContentType },
      body: '{}',
    })
    expect(response.status).toBe(415)
  })
})
