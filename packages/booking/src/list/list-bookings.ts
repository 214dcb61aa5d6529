import type { Audit } from '@jaanch/account/audit/audit'
import { createTubeCounts } from '@jaanch/collection/tubes'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { toRupees } from '@jaanch/contracts/money'
import { ownerKeyOf } from '@jaanch/contracts/owner-keys'
import { answered } from '@jaanch/platform/http/served'
import { linkIfFull } from '@jaanch/platform/reads/paging'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import { passBarrier, type Reads, readAtOnce, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import type { BookingDetail } from '../booking-view.ts'
import { visibleBookings } from '../policies.ts'
import {
  type BookingRow,
  bookingColumns,
  bookingRow,
  bookingRowNames,
  presentBookingDetail,
  presentBookingRow,
  selectBookings,
} from './bookings.ts'
import { readCustodyNotes, readPatientChange, readPdfOnly } from './details.ts'
import { type Found, findText } from './find-text.ts'
import { cursorAfter, isUsualPage, selectPage } from './page.ts'
import { expectReport } from './present-booking.ts'
import { recordSeen, showPeople } from './show-people.ts'
import { tabsForRole } from './tabs.ts'

/** `found` by the text that is searched for */
type ReadPage = { rows: readonly BookingRow[]; position: number; found?: Found | undefined }

const labNameRow = z.object({ id: z.uuid(), labName: z.string() })
const codeRow = z.object({ visitCode: z.string().nullable() })
const reviewRow = z.object({ text: z.string().nullable() })
const countRow = z.object({ tab: z.string(), n: z.number() })

export function registerListBookings(
  app: FastifyInstance,
  parts: Reads & {
    db: DatabasePool
    readPrepared: ReadPrepared
    audit: Audit
    reportForecasts: ReportForecasts
    now: () => Date
  },
): void {
  const withTubes = createTubeCounts(parts.db)

  app.serveUnplaced(bookingCalls.listBookings, async ({ query, caller, request, reply }) => {
    if (query.tab && !tabsForRole(caller.role).includes(query.tab)) {
      throw new AppError(
        'malformed',
        `There is no tab ${query.tab}; choose one of ${tabsForRole(caller.role).join(', ')}.`,
      )
    }
    if (query.attention && caller.role !== 'admin') {
      throw new AppError('malformed', 'Only an admin can ask for what needs attention.')
    }
    if (query.lab && caller.role !== 'admin') {
      throw new AppError('malformed', 'Only an admin can ask for the bookings of a lab.')
    }
    const now = parts.now()
    const atOnce = isUsualPage(query)
      ? await readAtOnce<BookingRow>(parts, reply, (tables) =>
          asJson(selectPage(tables, { caller, query, now })),
        )
      : undefined
    const { rows, position, found }: ReadPage = atOnce ?? (await readPage())
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? position))
    linkIfFull({ request, reply, limit: query.limit }, rows, (last) => cursorAfter(query.sort, last.data))
    // each page, because nobody can tell the first one by its cursor; and one that finds nobody, too: it says who is no patient
    if (found?.people) {
      const details = found.people.found
      await parts.audit.record({ action: 'bookings-searched', actor: actorOf(caller), details })
    }
    if (query.export) {
      const details = { bookings: rows.length }
      await parts.audit.record({ action: 'bookings-exported', actor: actorOf(caller), details })
    }
    // every field is picked already: checking the answer again takes as long as all the rest of this handler
    const forecast = await parts.reportForecasts.read()
    const views = rows.map((row) => expectReport(forecast, presentBookingRow(row), parts.now()))
    const answer = await showPeople(parts, caller, await withTubes(caller, views))
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.send(JSON.stringify(answer))
    return answered

    async function readPage(): Promise<ReadPage> {
      const { q } = query
      const view = await passBarrier(parts, reply)
      const found = q ? await findText(view.reads, view, { caller, q, now }) : undefined
      const page = selectPage(view, { caller, query, found, now })
      const rows =
        view.reads === parts.db && isUsualPage(query)
          ? await readAsJson(parts.readPrepared, page)
          : await view.reads.any(sql.type(bookingRow)`${page}`)
      return { rows, position: view.position, found }
    }
  })

  app.serveUnplaced(bookingCalls.countBookings, async ({ caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const rows = await view.reads.any(sql.type(countRow)`
      select tab, n from ${readTable(view, 'counts')} where owner = ${ownerKeyOf(caller)}`)
    const counts = new Map(rows.map((row) => [row.tab, row.n]))
    return Object.fromEntries(tabsForRole(caller.role).map((tab) => [tab, counts.get(tab) ?? 0]))
  })

  app.serveUnplaced(bookingCalls.summariseBookings, async ({ caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const rows = await view.reads.any(sql.type(countRow)`
      select tab, n from ${readTable(view, 'counts')}
       where owner = ${ownerKeyOf(caller)} and tab in ('active', 'revenue')`)
    const counts = new Map(rows.map((row) => [row.tab, row.n]))
    return { active: counts.get('active') ?? 0, revenue: toRupees(counts.get('revenue') ?? 0) }
  })

  app.serveUnplaced(bookingCalls.getBooking, async ({ params, caller, reply }) => {
    const tables = await passBarrier(parts, reply)
    const page = sql.fragment`
      select ${bookingColumns} from ${readTable(tables, 'bookings')} where id = ${params.id} and ${visibleBookings(caller)}`
    const row = await tables.reads.maybeOne(sql.type(bookingRow)`${selectBookings(tables, page)}`)
    if (!row) throw new AppError('not-found')
    reply.header(headers.logPosition, String(row.logPosition))
    const { review } = row.data
    const isReadable = review !== null && !(review.isHidden && caller.role === 'lab-partner')
    const reviewText = isReadable ? await readReviewText(parts.db, params.id) : null
    const forecast = await parts.reportForecasts.read()
    const expected = expectReport(forecast, presentBookingDetail(row, caller.role, reviewText), parts.now())
    const [detail] = (await withTubes(caller, [expected])) as [BookingDetail]
    const custodyNotes = await readCustodyNotes(parts.db, caller, detail, parts.now())
    const patientChange = caller.role === 'customer' ? null : await readPatientChange(parts.db, row.data)
    if (caller.role === 'customer') return { ...detail, visitCode: await readVisitCode(parts.db, detail) }
    const pdfOnly = await readPdfOnly(parts.db, detail.lines)
    if (caller.role === 'admin') {
      await recordSeen(parts.audit, caller, [detail])
      const declines = await nameDeclines(parts.db, row.data)
      return { ...detail, custodyNotes, patientChange, pdfOnly, declines }
    }
    const [shown] = await showPeople(parts, caller, [detail])
    const isShown = shown?.patientName != null
    return {
      ...(shown as BookingDetail),
      custodyNotes,
      pdfOnly,
      patientChange: isShown ? patientChange : null,
    }
  })
}

/** Only admins see which labs declined a booking. */
async function nameDeclines(
  db: CommonQueryMethods,
  { declines }: BookingSummary,
): Promise<BookingDetail['declines']> {
  if (declines.length === 0) return []
  const ids = declines.map(({ labPartnerId }) => labPartnerId)
  const labs = await db.any(sql.type(labNameRow)`
    select id, lab_name from lab_partners where id = any(${sql.array(ids, 'uuid')})`)
  const names = new Map(labs.map(({ id, labName }) => [id, labName]))
  return declines.map((decline) => ({ ...decline, labName: names.get(decline.labPartnerId) ?? '' }))
}

/** What the customer says at the door; null once there is nothing to collect */
async function readVisitCode(
  db: CommonQueryMethods,
  { id, status, samples }: BookingDetail,
): Promise<string | null> {
  const isAwaited = (status === 'pending' || status === 'confirmed') && !samples?.drawn
  if (!isAwaited) return null
  const row = await db.maybeOne(
    sql.type(codeRow)`select visit_code from booking_details where booking_id = ${id}`,
  )
  return row?.visitCode ?? null
}

async function readReviewText(db: CommonQueryMethods, bookingId: string): Promise<string | null> {
  const review = await db.maybeOne(
    sql.type(reviewRow)`select text from reviews where booking_id = ${bookingId}`,
  )
  return review?.text ?? null
}

/** @returns SQL: one JSON text, because 50 rows of ten columns take longer to decode than to read */
function asJson(page: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`
    select coalesce(json_agg(booking), '[]') as rows from (select ${bookingRowNames} from (${page}) page) booking`
}

async function readAsJson(
  readPrepared: ReadPrepared,
  page: FragmentSqlToken,
): Promise<readonly BookingRow[]> {
  const [answer] = await readPrepared<{ rows: BookingRow[] }>(sql.unsafe`${asJson(page)}`)
  return answer?.rows ?? []
}
