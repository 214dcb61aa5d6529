/** What the people of the demo's lab with a pathologist see, and that it was stored as the API stores it. */
import { authRoutes } from '@jaanch/contracts/http/auth'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { reportSignOffRoutes } from '@jaanch/contracts/http/report-sign-off'
import { readStreamOf } from '@jaanch/eventlog/read'
import { type Client, createClient } from '@jaanch/tests/support/client'
import { openFile } from '@jaanch/tests/support/prescriptions'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { expect } from 'vitest'
import { loadDemo } from './load.ts'

const { listHealthReports, releaseHealthReport } = healthReportRoutes
const { listReportDrafts, getReportDraft, signReport, returnReport } = reportSignOffRoutes
const { getHealthReport } = reportPageRoutes

const it = ownStackTest({
  // before anything is started, as npm start does
  prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }),
})
  .extend('pathologist', { scope: 'file' }, ({ stack }) => signIn(stack, 'nandini'))
  .extend('technician', { scope: 'file' }, ({ stack }) => signIn(stack, 'rohan'))

type Person = { client: Client; token: string }

async function signIn({ url }: Stack, name: string): Promise<Person> {
  const body = { email: `${name}.lab4@jaanch.example`, password: 'lab-demo-2026' }
  const { token } = await createClient(url).call(authRoutes.login, { body })
  return { token, client: createClient(url, token) }
}

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
    const file = await openFile(stack.url, reportFileUrl ?? '', pathologist.token)
    const { pages } = await readPdf(Buffer.from(await file.arrayBuffer()))
    expect(pages.join(' ')).toContain('Released by Dr. Nandini Sethi, pathologist')
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

/** All that is stored of a report and its events: people by their addresses, times as whether there is one, and not the values. */
async function storedOf({ database }: Stack, bookingId: string, reportId: string): Promise<Stored[]> {
  const { rows: people } = await database.asOwner('select id, email from users')
  const names = new Map<unknown, string>(people.map(({ id, email }) => [id, email]))
  const told = (row: Stored) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !own.has(column))
        .map(([column, value]) => [column, value instanceof Date ? 'a time' : (names.get(value) ?? value)]),
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

  const ofWaiting = await storedOf(stack, waiting.bookingId, waiting.id)
  const newer = await draft(waiting.bookingId, [{ code: 'B12', value: 171 }])
  expect(await storedOf(stack, waiting.bookingId, newer.id)).toEqual(ofWaiting)
  await pathologist.client.call(signReport, { params: { id: waiting.bookingId, reportId: newer.id } })
  await untilWorkDone(stack.database)
  const signed = await storedOf(stack, waiting.bookingId, newer.id)
  expect(signed.map(({ table, type }) => table ?? type)).toEqual([
    ...['report_submissions', 'report_values', 'report_drafts', 'health_report_files', 'health_reports'],
    ...['ReportDrafted', 'ReportSubmitted', 'ReportReleased'],
  ])
  expect(await storedOf(stack, older.booking.id, older.id)).toEqual(signed)

  const again = await draft(returned.bookingId, [{ code: 'K', value: 5.6 }])
  const params = { id: returned.bookingId, reportId: again.id }
  await pathologist.client.call(returnReport, { params, body: { reason: returned.returned.reason } })
  const notValues = ({ table }: Stored) => table !== 'report_values'
  expect((await storedOf(stack, returned.bookingId, returned.id)).filter(notValues)).toEqual(
    (await storedOf(stack, returned.bookingId, again.id)).filter(notValues),
  )
})
