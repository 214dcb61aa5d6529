import { readFileSync } from 'node:fs'
import { fileProblems } from '@jaanch/contracts/files'
import { auditOf } from '@jaanch/tests/support/audit'
import { refusal } from '@jaanch/tests/support/client'
import { eventsOf } from '@jaanch/tests/support/events'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import type { Person } from '@jaanch/tests/support/people'
import { readPdfText } from '@jaanch/tests/support/read-pdf'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import { pdf } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import type { Fixtures } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { type HealthReportView, healthReportCalls } from '../api.ts'
import { fhirContentType } from '../fhir/api.ts'
import { measuringTest, submit, valuesOf } from '../testing/submit.ts'

const { listHealthReports } = healthReportCalls

const it = measuringTest('Blood Count', ['HGB', 'WBC', 'PLT'])

const values = valuesOf({ HGB: 11.2, WBC: '7.1' })
const ask = (by: Person, id: string, change: object = {}) => submit(by, id, { values, ...change })

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
  return readPdfText(`${stack.url}/api/health-reports/${report.id}/download`, by)
}

const reportEventsOf = async (stack: Stack, bookingId: string) =>
  (await eventsOf(stack, `booking-${bookingId}`)).filter(({ type }) => type.startsWith('Report'))

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

  it('become a report that can be opened soon after the answer, interpreted by the sex and age of the person; the log has only ids', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const mother = { name: 'आशा', gender: 'female', dateOfBirth: '1960-01-31' } as const
    const { id: familyMemberId } = await addFamilyMember(customer, mother)
    await giveConsent(customer, familyMemberId)
    const given = { customer, lab, admin, packageId, change: { familyMemberId } }
    const id = await createBookingInStatus('lab-processing', given)
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
      'Patient आशा',
      `Booking #${id.slice(0, 8)}`,
      'Blood Count',
      'Haemoglobin 11.2 ▼ Low g/dL 12.0–15.0 ',
      'Total leucocyte count 7.10 ×10³/µL 4.00–10.00',
      'Still to come: Platelet count.',
      'Comments Mild anaemia',
      'Reviewed by a doctor',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toMatch(/Order JN-\d{4}-\d{6}/)
    expect(text).toMatch(/Female, \d\d years/)
    expect(text).not.toMatch(/(Collected|Received) \(IST\) Not recorded/)
    const data = { reportId: report.id, reportVersion: 1 }
    expect(await reportEventsOf(stack, id)).toEqual([
      { type: 'ReportSubmitted', data, actor: `lab-partner:${lab.id}` },
      { type: 'ReportReleased', data, actor: 'system:reports' },
    ])
  })

  it.for([
    [{ values: [{ code: 'TSH', value: 1 }] }, 'values[0].code: TSH (TSH) was not ordered.'],
    [
      { fileUrl: 'data:application/pdf;base64,JVBERi0xLjQ=' },
      'Send a PDF as fileUrl, or the results as values; FHIR has the content type application/fhir+json.',
    ],
  ] as const)(
    'are refused with one sentence: %j',
    async ([change, sentence], { stack, lab, bookingInStatus }) => {
      const id = await bookingInStatus('lab-processing')
      expect(await ask(lab, id, change)).toMatchObject(refusal('invalid', sentence))
      expect(await reportEventsOf(stack, id)).toEqual([])
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
    JSON.parse(readFileSync(new URL(`../fhir/fixtures/fhir-${name}.json`, import.meta.url), 'utf8'))
  const collectedAt = minutesFromNow(0)
  const bundle = (change: Record<string, unknown> = {}) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { ...fixture('report'), effectiveDateTime: collectedAt, ...change },
      ...fixture('observations'),
    ].map((resource) => ({ resource })),
  })

  it('can send FHIR R4, which becomes a report, without what Postgres does not store', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const message = bundle({ conclusion: 'a\u0000b\ud800' })
    const type = 'application/fhir+json; charset=utf-8; fhirVersion=4.0'
    const { status, body } = await sendFhir(stack, lab, id, message, type)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      version: 1,
      doctorComments: 'a b\ufffd',
      isReviewed: true,
      booking: { id },
    })
    const text = await textOf({ stack, customer }, body)
    expect(text).toContain('Platelet count 265 ×10³/µL 150–410')
    expect(text).toMatch(new RegExp(`Collected \\(IST\\) \\d+ \\w+ \\d{4}, ${clockOf(collectedAt)}`))
  })

  it('gets the name of the wrong element, and cannot have collected the sample in the future or before the booking', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const sentences: [unknown, string][] = [
      [fixture('bad'), 'DiagnosticReport.status is required; DiagnosticReport.result must be a list.'],
      [
        bundle({ effectiveDateTime: minutesFromNow(60) }),
        'The sample cannot have been collected in the future. Please check the time.',
      ],
      [
        // the age on the day of the collection decides on intervals
        bundle({ effectiveDateTime: `2016${collectedAt.slice(4)}` }),
        'The sample cannot have been collected before the test was booked. Please check the date.',
      ],
    ]
    for (const [message, sentence] of sentences)
      expect(await sendFhir(stack, lab, id, message)).toEqual(refusal('invalid', sentence))
    const data = pdf.subarray(0, -6).toString('base64')
    const withFile = bundle({ presentedForm: [{ contentType: 'application/pdf', data }] })
    expect(await sendFhir(stack, lab, id, withFile), 'a PDF that nobody can open').toEqual(
      refusal('unreadable-file', fileProblems.pdfCutOff),
    )
    expect((await sendFhir(stack, lab, id, '{')).status).toBe(400)
    expect((await sendFhir(stack, lab, id, '<Bundle/>', 'application/fhir+xml')).status).toBe(415)
    expect(await reportEventsOf(stack, id)).toEqual([])
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
    expect(await reportEventsOf(stack, id)).toEqual([])
    const { status, body } = await sendFhir(stack, lab, id, message, fhirContentType, '?confirm=subject')
    expect(status).toBe(201)
    expect(await auditOf(stack, 'report-subject-confirmed', `health-report:${body.id}`)).toMatchObject([
      { user_id: customer.id, details: { bookingId: id } },
    ])
  })
})
