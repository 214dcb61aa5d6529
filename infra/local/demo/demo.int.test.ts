/** The stack as npm start shows it: what the demo's people see, and the walk through the API. */
import { readFileSync } from 'node:fs'
import { peopleCalls } from '@jaanch/account/people/api'
import { relativeConsent } from '@jaanch/account/people/relative-consent'
import { authCalls } from '@jaanch/account/sessions/api'
import { blocksOf, patternOf, runShell } from '@jaanch/api/docs/testing/shell-page'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { readStreamOf } from '@jaanch/eventlog/read'
import { healthReportCalls } from '@jaanch/report/api'
import { reportPageCalls } from '@jaanch/report/page/api'
import { reportSignOffCalls } from '@jaanch/report/sign-off/api'
import { type Client, createClient } from '@jaanch/tests/support/client'
import { readPdfText } from '@jaanch/tests/support/read-pdf'
import { headOf } from '@jaanch/tests/support/read-tables'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { afterEach, describe, expect } from 'vitest'
import { withOps } from '../../ops/testing.ts'
import { inRepository } from '../paths.ts'
import { loadDemo } from './load.ts'

const { listHealthReports, releaseHealthReport } = healthReportCalls
const { listReportDrafts, getReportDraft, signReport, returnReport } = reportSignOffCalls
const { getHealthReport } = reportPageCalls

// the demo is loaded before anything is started, as npm start does
const it = withOps(ownStackTest({ prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }) }))
  .extend('asha', { scope: 'file' }, ({ stack }) => signIn(stack, 'asha@jaanch.example', 'asha-demo-2026'))
  .extend('pathologist', { scope: 'file' }, ({ stack }) => signInAtLab(stack, 'nandini'))
  .extend('technician', { scope: 'file' }, ({ stack }) => signInAtLab(stack, 'rohan'))
afterEach(closeSockets)

/** The last event of the demo */
let head: number
it.beforeAll(async ({ stack }) => {
  head = await headOf(stack.database)
})

type Person = { client: Client; token: string }

async function signIn({ url }: Stack, email: string, password: string): Promise<Person> {
  const { token } = await createClient(url).call(authCalls.login, { body: { email, password } })
  return { token, client: createClient(url, token) }
}

const signInAtLab = (stack: Stack, name: string) =>
  signIn(stack, `${name}.lab4@jaanch.example`, 'lab-demo-2026')

describe("Asha's health reports", () => {
  it('Asha sees a report of each completed booking of her family, newest first', async ({ asha }) => {
    const reports = await asha.client.call(listHealthReports)
    expect(
      reports.slice(0, 4).map(({ booking, version, isReviewed, doctorComments }) => ({
        of: booking.packageName,
        for: booking.familyMember?.name ?? 'herself',
        version,
        isReviewed,
        hasComment: doctorComments !== null,
      })),
    ).toEqual([
      {
        of: 'Complete Blood Count (CBC)',
        for: 'Vivaan Patel',
        version: 1,
        isReviewed: false,
        hasComment: false,
      },
      // an adult who has not agreed
      { of: 'Diabetes Care', for: 'Ramesh Patel', version: 1, isReviewed: true, hasComment: false },
      { of: 'Vitamin D (25-OH)', for: 'herself', version: 2, isReviewed: true, hasComment: true },
      { of: 'Full Body Checkup', for: 'herself', version: 1, isReviewed: true, hasComment: true },
    ])
    const past = await asha.client.call(bookingCalls.listBookings, { query: { tab: 'past', limit: 100 } })
    const completed = past.filter(({ status }) => status === 'completed').map(({ id }) => id)
    expect(reports.map(({ booking }) => booking.id).sort()).toEqual(completed.sort())
  })

  it('her reports open as PDFs with the values, the patient and the review', async ({ stack, asha }) => {
    const father = (await asha.client.call(peopleCalls.listFamilyMembers)).find(
      ({ relationship }) => relationship === 'Father',
    )
    await asha.client.call(peopleCalls.giveRelativeConsent, {
      params: { id: father?.id ?? '' },
      body: { version: relativeConsent.version },
    })
    const [, diabetes, , checkup] = await asha.client.call(listHealthReports)
    const fathers = await readPdfText(stack.url + (diabetes?.reportFileUrl ?? ''), asha)
    for (const part of [
      'Patient Ramesh Patel',
      'Male',
      'HbA1c 7.6 ▲ High %',
      '✓ Reviewed by a doctor',
      diabetes?.doctorComments ?? 'missing',
      diabetes?.booking.orderNumber ?? 'missing',
    ]) {
      expect(fathers).toContain(part)
    }
    const hers = await readPdfText(stack.url + (checkup?.reportFileUrl ?? ''), asha)
    expect(hers).toContain('Patient Asha Patel')
    expect(hers).toContain('Haemoglobin 11.4 ▼ Low g/dL 12.0–15.0')
    expect(hers).not.toContain('Not reported')
  })
})

describe("Asha's prescriptions", () => {
  it('Asha has a prescription that waits for an admin, and one whose order waits for her confirmation', async ({
    asha,
  }) => {
    const prescriptions = await asha.client.call(prescriptionCalls.listOwnPrescriptions)
    expect(prescriptions).toMatchObject([
      { status: 'pending', isProcessed: false, items: [] },
      { status: 'processing', isProcessed: true, items: [{ name: 'Iron Studies' }] },
    ])
    const [order, ...others] = (
      await asha.client.call(bookingCalls.listBookings, { query: { tab: 'upcoming' } })
    ).filter(({ prescriptionId }) => prescriptionId !== null)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      prescriptionId: prescriptions[1]?.id,
      status: 'pending_customer_confirmation',
      packageName: 'Iron Studies',
      scheduledTime: '09:00',
      discountAmount: 0,
      finalAmount: 749,
    })
  })
})

it('the history of the demo sends no messages', async ({ stack }) => {
  const { rows } = await stack.database.asOwner('select from outbox where position <= $1', [head])
  expect(rows).toEqual([])
})

it('the pathologist is named on the pages and the PDFs of all reports of her lab', async ({
  stack,
  pathologist,
}) => {
  const reports = await pathologist.client.call(listHealthReports)
  expect(reports).toHaveLength(5)
  for (const { id, reportFileUrl } of reports) {
    const page = await pathologist.client.call(getHealthReport, { params: { id } })
    expect(page.releasedBy).toEqual({ name: 'Dr. Nandini Sethi', role: 'pathologist' })
    expect(page.outOfRange.length).toBeGreaterThan(0)
    expect(await readPdfText(stack.url + (reportFileUrl ?? ''), pathologist)).toContain(
      'Released by Dr. Nandini Sethi, pathologist',
    )
  }
})

it('two drafts wait for her, one of them with a value out of range, and one was returned', async ({
  stack,
  pathologist,
}) => {
  const drafts = await pathologist.client.call(listReportDrafts)
  expect(drafts).toHaveLength(3)
  const [returned, ...waiting] = drafts
  expect(returned).toMatchObject({
    patient: { name: 'Moumita Ghosh' },
    draftedBy: 'Rohan Malhotra',
    returned: { by: 'Dr. Nandini Sethi', reason: expect.stringContaining('haemolysed') },
  })
  expect(waiting.map(({ patient }) => patient.name).sort()).toEqual(['Naveen Gupta', 'Simran Kaur'])
  expect(waiting.map((draft) => draft.returned)).toEqual([null, null])
  const flags = await Promise.all(
    drafts.map(async ({ id }) => {
      const { sections } = await pathologist.client.call(getReportDraft, { params: { id } })
      return sections.flatMap(({ results }) => results.map(({ flag }) => flag))
    }),
  )
  expect(flags.map((each) => each.filter((flag) => flag !== 'normal')).sort()).toEqual([
    [],
    ['high'],
    ['low'],
  ])
  expect((await stack.database.asOwner('select from critical_calls')).rows).toEqual([])
})

type Stored = Record<string, unknown>

/** Columns that differ between two reports */
const own = new Set([
  ...['id', 'report_id', 'booking_id', 'customer_id', 'request_hash'],
  ...['code', 'value', 'result', 'bytes'],
])

const keysOf = (value: unknown) => Object.keys(value ?? {}).toSorted()

/** All that is stored of a report and its events: people by their addresses, times and the patient as whether there is one, and not the values. */
async function storedOf({ database }: Stack, bookingId: string, reportId: string): Promise<Stored[]> {
  const { rows: people } = await database.asOwner('select id, email from users')
  const names = new Map<unknown, string>(people.map(({ id, email }) => [id, email]))
  const told = (row: Stored) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !own.has(column))
        .map(([column, value]) => [column, value instanceof Date ? 'a time' : (names.get(value) ?? value)])
        .map(([column, value]) => [column, column === 'patient' ? keysOf(value) : value]),
    )
  const rows: Stored[] = []
  for (const [table, key] of [
    ['report_submissions', 'report_id'],
    ['report_values', 'report_id'],
    ['report_drafts', 'report_id'],
    ['health_report_files', 'report_id'],
    ['health_reports', 'id'],
  ]) {
    const { rows: found } = await database.asOwner(`select * from ${table} where ${key} = $1`, [reportId])
    rows.push(...found.map((row: Stored) => ({ table, ...told(row) })))
  }
  const events = await readStreamOf(database.pool, 'booking', bookingId)
  for (const { type, actor, data } of events) {
    if (!('reportId' in data) || data.reportId !== reportId) continue
    const [kind, id] = actor.split(':')
    rows.push({ type, actor: `${kind}:${names.get(id) ?? id}`, keys: Object.keys(data).sort() })
  }
  return rows
}

it('a signed and a returned report are stored as those that are drafted, signed and returned through the API', async ({
  stack,
  pathologist,
  technician,
}) => {
  const drafts = await pathologist.client.call(listReportDrafts)
  const [returned, waiting] = [
    drafts.find((draft) => draft.returned),
    drafts.find(({ patient }) => patient.name === 'Naveen Gupta'),
  ]
  const older = (await pathologist.client.call(listHealthReports)).find(
    ({ booking }) => booking.packageName === 'Vitamin D (25-OH)',
  )
  if (!returned?.returned || !waiting || !older) throw new Error('The demo lacks reports')
  const draft = (id: string, values: { code: string; value: number }[]) =>
    technician.client.call(releaseHealthReport, { params: { id }, body: { values } })

  await pathologist.client.call(signReport, { params: { id: waiting.bookingId, reportId: waiting.id } })
  await untilWorkDone(stack.database)
  const signed = await storedOf(stack, waiting.bookingId, waiting.id)
  expect(signed.map(({ table, type }) => table ?? type)).toEqual([
    ...['report_submissions', 'report_values', 'report_drafts', 'health_report_files', 'health_reports'],
    ...['ReportDrafted', 'ReportSubmitted', 'ReportReleased'],
  ])
  expect(await storedOf(stack, older.booking.id, older.id)).toEqual(signed)

  const again = await draft(returned.bookingId, [{ code: 'K', value: 5.6 }])
  const params = { id: returned.bookingId, reportId: again.id }
  await pathologist.client.call(returnReport, { params, body: { reason: returned.returned.reason } })
  // a draft that follows another one says how it differs
  const comparable = (rows: Stored[]) =>
    rows.filter(({ table }) => table !== 'report_values').map(({ keys: _, ...row }) => row)
  expect(comparable(await storedOf(stack, returned.bookingId, returned.id))).toEqual(
    comparable(await storedOf(stack, returned.bookingId, again.id)),
  )
})

it('the tour of the API prints in a shell what its page shows, block by block', async ({ stack }) => {
  const blocks = blocksOf(readFileSync(inRepository('docs/api-tour.md'), 'utf8'))
  expect(blocks.length).toBeGreaterThan(10)
  const marked = blocks.map(({ shell }, n) => `${shell}\necho; echo "=== block ${n} ==="\n`)
  const script = `{ set -euo pipefail\n${marked.join('')}} 2>&1; exit\n`
  const { code, output } = await runShell(script, { BASE: stack.url })
  const printed = output.split(/^=== block \d+ ===$/m)
  for (const [n, { heading, prints }] of blocks.entries()) {
    expect(printed[n]?.trim(), `“${heading}”\n${output}`).toMatch(patternOf(prints))
  }
  expect(code).toBe(0)
})

describe('ops demo remove', () => {
  it('demo remove ends the sessions and sockets of the demo, and nobody signs in with its passwords again [V6.3.2]', async ({
    stack,
    ops,
    visitor,
    customer,
  }) => {
    const accounts = [
      { email: 'admin@jaanch.example', password: 'admin-demo-2026' },
      { email: 'asha@jaanch.example', password: 'asha-demo-2026' },
      { email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
    ]
    const sessions = await Promise.all(
      accounts.map(async (body) => (await visitor.call(authCalls.login, { body })).token),
    )
    const sockets = sessions.map((token) => listenTo(stack.url, { token }))
    for (const socket of sockets) await socket.first('caught-up')
    const mine = listenTo(stack.url, { token: customer.token })
    await mine.first('caught-up')
    await untilWorkDone(stack.database)
    const bookings = 'select count(*) as n from log.events'
    const before = (await stack.database.asOwner(bookings)).rows

    const demoAccounts = async () => (await ops.json('status')).demoAccounts
    const names =
      'admin asha farhan.lab1 jyoti.lab1 lab1 lab2 lab3 lab4 manager medical meena.lab1 nandini.lab4 newlab operator ravi.lab1 rohan.lab4 support tarun.lab1'
    expect(await demoAccounts()).toEqual(names.split(' ').map((name) => `${name}@jaanch.example`))
    const removed = await ops('demo', 'remove')
    expect(removed).toMatchObject({ code: 0, err: '' })
    expect(removed.out).toMatch(/^(\d+) of \1 accounts of the demo are disabled and have no password now/)

    expect(await demoAccounts()).toEqual([])
    for (const { socket } of sockets) await expect.poll(() => socket.connected).toBe(false)
    for (const token of sessions)
      await expect.poll(async () => (await visitor.as(token).ask(authCalls.getMe)).status).toBe(401)
    for (const body of accounts)
      expect((await visitor.ask(authCalls.login, { body })).status, body.email).toBeGreaterThanOrEqual(401)
    expect(mine.socket.connected).toBe(true)
    expect((await stack.database.asOwner(bookings)).rows).toEqual(before)
    const { rows } = await stack.database.asOwner('select count(*)::integer as n from packages')
    expect(rows[0].n).toBeGreaterThan(100)
    expect((await stack.database.asOwner('select from lab_capacities')).rows).toEqual([])

    const again = await ops('demo', 'remove')
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^All \d+ accounts .* removed before/),
    })
    expect(await loadDemo({ databaseUrl: stack.database.url })).toEqual({
      loaded: false,
      removed: true,
    })
  })
})
