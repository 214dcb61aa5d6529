import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { toRupees } from '@jaanch/contracts/money'
import { ownerKeyOf } from '@jaanch/contracts/owner-keys'
import { answered, type Services, serveRead } from '@jaanch/platform/http/served'
import { linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, readAtOnce, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type { FastifyReply } from 'fastify'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import {
  type BookingRow,
  bookingRow,
  bookingRowNames,
  expectReport,
  presentBookingRow,
  showPeople,
} from './bookings.ts'
import { type Found, findText } from './find-text.ts'
import { cursorAfter, isUsualPage, type PageOptions, selectPage } from './page.ts'
import { tabsForRole } from './tabs.ts'

/** `found` by the text that is searched for */
type ReadPage = { rows: readonly BookingRow[]; position: number; found?: Found | undefined }

const countRow = z.object({ tab: z.string(), n: z.number() })

export const listBookings = serveRead(
  bookingCalls.listBookings,
  async ({ query, caller, request, reply }, services) => {
    refuseOtherRole(query, caller)
    const { audit, reportForecasts, countTubes, now } = services
    const wanted = { caller, query, now: now() }
    const atOnce = isUsualPage(query)
      ? await readAtOnce<BookingRow>(services, reply, (tables) => asJson(selectPage(tables, wanted)))
      : undefined
    const { rows, position, found }: ReadPage = atOnce ?? (await readPage(services, reply, wanted))
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? position))
    linkIfFull({ request, reply, limit: query.limit }, rows, (last) => cursorAfter(query.sort, last.data))
    // each page, because nobody can tell the first one by its cursor; and one that finds nobody, too: it says who is no patient
    if (found?.people) {
      const details = found.people.found
      await audit.record({ action: 'bookings-searched', actor: actorOf(caller), details })
    }
    if (query.export) {
      const details = { bookings: rows.length }
      await audit.record({ action: 'bookings-exported', actor: actorOf(caller), details })
    }
    // every field is picked already: checking the answer again takes as long as all the rest of this handler
    const forecast = await reportForecasts.read()
    const views = rows.map((row) => expectReport(forecast, presentBookingRow(row), now()))
    const answer = await showPeople(services, caller, await countTubes(caller, views))
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.send(JSON.stringify(answer))
    return answered
  },
)

/** @throws AppError malformed for what only another role can ask for */
function refuseOtherRole(
  { tab, attention, lab }: QueryOf<typeof bookingCalls.listBookings>,
  { role }: Caller,
): void {
  if (tab && !tabsForRole(role).includes(tab)) {
    throw new AppError('malformed', `There is no tab ${tab}; choose one of ${tabsForRole(role).join(', ')}.`)
  }
  if (attention && role !== 'admin') {
    throw new AppError('malformed', 'Only an admin can ask for what needs attention.')
  }
  if (lab && role !== 'admin') {
    throw new AppError('malformed', 'Only an admin can ask for the bookings of a lab.')
  }
}

async function readPage(
  services: Pick<Services, 'barrier' | 'replicas' | 'db' | 'readPrepared'>,
  reply: FastifyReply,
  wanted: PageOptions,
): Promise<ReadPage> {
  const { caller, query, now } = wanted
  const view = await passBarrier(services, reply)
  const found = query.q ? await findText(view.reads, view, { caller, q: query.q, now }) : undefined
  const page = selectPage(view, { ...wanted, found })
  const rows =
    view.reads === services.db && isUsualPage(query)
      ? await readAsJson(services.readPrepared, page)
      : await view.reads.any(sql.type(bookingRow)`${page}`)
  return { rows, position: view.position, found }
}

export const countBookings = serveRead(bookingCalls.countBookings, async ({ caller, reply }, services) => {
  const view = await passBarrier(services, reply)
  const rows = await view.reads.any(sql.type(countRow)`
      select tab, n from ${readTable(view, 'counts')} where owner = ${ownerKeyOf(caller)}`)
  const counts = new Map(rows.map((row) => [row.tab, row.n]))
  return Object.fromEntries(tabsForRole(caller.role).map((tab) => [tab, counts.get(tab) ?? 0]))
})

export const summariseBookings = serveRead(
  bookingCalls.summariseBookings,
  async ({ caller, reply }, services) => {
    const view = await passBarrier(services, reply)
    const rows = await view.reads.any(sql.type(countRow)`
      select tab, n from ${readTable(view, 'counts')}
       where owner = ${ownerKeyOf(caller)} and tab in ('active', 'revenue')`)
    const counts = new Map(rows.map((row) => [row.tab, row.n]))
    return { active: counts.get('active') ?? 0, revenue: toRupees(counts.get('revenue') ?? 0) }
  },
)

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
