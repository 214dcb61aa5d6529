import type { BookingSummary } from '@jaanch/booking/booking'
import { recordSeen } from '@jaanch/booking/list/bookings'
import { visibleBookings } from '@jaanch/booking/policies'
import { whyCollectionClosed } from '@jaanch/booking/rules'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type BoardTube, tubeCalls } from './api.ts'
import { bareCode, labelCode, parseLabelCode } from './barcode.ts'
import { type BarcodeTexts, readCodes } from './barcodes.ts'
import { type CustodyTube, mostTubes } from './custody/custody.ts'
import { dueAtOf, placeOfTube } from './custody/samples.ts'
import {
  type CollectionRow,
  custodyOf,
  type PackageRow,
  readCollections,
  readPackages,
} from './rounds/collections.ts'

/** On the board of one day */
const mostBookings = 500
/** How long a drawn tube is looked for that never came */
const daysOnTheWay = 3

const foundRow = z.object({ bookingId: z.uuid(), tube: z.number().nullable() })
const dayRow = z.object({ date: z.string(), tubes: z.number() })
const nameRow = z.object({ id: z.uuid(), name: z.string() })

/** The tubes of a lab's day, and those of the days before that are still on the way. Each person that is named is in the audit trail. */
export const listTubes = serveRead(
  tubeCalls.listTubes,
  async ({ query: { date }, caller, reply }, { barrier, replicas, audit, now: clock }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    // one range of an index of the lab for each part: a condition on both would be estimated as fewer rows
    const condition = sql.fragment`${visibleBookings(caller)} and (
      b.collection_date = ${date}::date and b.status <> 'cancelled' or
      b.collection_date >= ${addDays(date, -daysOnTheWay)}::date and b.collection_date < ${date}::date
        and b.status = 'sample-collection')`
    const found = await readCollections(view.reads, view, condition, mostBookings + 1)
    const rows = found.slice(0, mostBookings)
    const packages = await readPackages(view.reads, rows)
    const now = clock()
    const codes = await readCodes(view.reads, rows)
    const tubes = rows
      .flatMap((row) => tubesOf(row, packages, codes, now))
      .filter(({ tube, day }) => day === date || tube.place === 'on-the-way')
    const named = new Set(tubes.flatMap(({ tube }) => (tube.patientName === null ? [] : tube.bookingId)))
    const seen = rows.filter(({ id }) => named.has(id))
    await recordSeen(audit, caller, seen)
    const shown = tubes.map(({ tube }) => tube)
    return {
      tubes: shown,
      collectors: await readNames(view.reads, shown),
      isCut: found.length > mostBookings,
    }
  },
)

/** The tube that a scanned or typed barcode names, among the bookings that the caller may see. */
export const findTube = serveRead(
  tubeCalls.findTube,
  async ({ query: { code }, caller, reply }, { barrier, replicas }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const label = parseLabelCode(code)
    const named = label
      ? sql.fragment`select booking_id, ${label.tube}::int as tube from orders where order_number = ${label.orderNumber}`
      : sql.fragment`select booking_id, tube::int as tube from tube_codes
          where lab_partner_id = ${caller.labPartnerId} and code = ${bareCode(code)}`
    const found = await view.reads.maybeOne(sql.type(foundRow)`${named}`)
    if (!found?.tube) throw new AppError('not-found', 'None of your tubes has this barcode.')
    const own = await view.reads.maybeOne(sql.type(dayRow)`
      select collection_date::text as date, coalesce(jsonb_array_length(data->'custody'->'tubes'), 0) as tubes
        from ${readTable(view, 'bookings')}
       where id = ${found.bookingId} and ${visibleBookings(caller)}`)
    // of a booking whose tubes are not planned yet, any may have it
    if (!own || found.tube > (own.tubes || mostTubes))
      throw new AppError('not-found', 'None of your tubes has this barcode.')
    return { bookingId: found.bookingId, number: found.tube, date: own.date }
  },
)

/** A tube of the board, and the day of its collection */
type Placed = { tube: BoardTube; day: string }

function tubesOf(
  row: CollectionRow,
  packages: readonly PackageRow[],
  codes: BarcodeTexts,
  now: Date,
): Placed[] {
  const { data } = row
  const { tubes } = custodyOf(row, packages, codes)
  const name = whyCollectionClosed(data, now) ? null : row.name
  return tubes.map((tube) => present(data, tube, tubes.length, name))
}

function present(booking: BookingSummary, tube: CustodyTube, of: number, patientName: string | null): Placed {
  const { bookingId, visitId, orderNumber, scheduledTime, scheduledDate, createdAt, collectorId } = booking
  const { number, specimen, container, stability, drawn, received, accepted, rejected } = tube
  const ownLabel = orderNumber === null ? null : labelCode(orderNumber, number)
  const shown: BoardTube = {
    bookingId,
    visitId,
    orderNumber,
    patientName,
    time: scheduledTime,
    number,
    of,
    specimen,
    container,
    code: tube.code ?? ownLabel,
    place: placeOfTube(tube),
    collectorId: drawn?.by ?? collectorId,
    drawnAt: drawn?.at ?? null,
    drawnMarks: drawn?.marks ?? [],
    dueAt: dueAtOf(tube),
    minC: stability.minC,
    maxC: stability.maxC,
    receivedAt: received?.at ?? null,
    temperatureC: received?.temperatureC ?? null,
    decidedAt: (accepted ?? rejected)?.at ?? null,
    reason: rejected?.reason ?? null,
  }
  return { tube: shown, day: scheduledDate ?? istDate(new Date(createdAt)) }
}

async function readNames(
  db: Pick<CommonQueryMethods, 'any'>,
  tubes: readonly BoardTube[],
): Promise<Record<string, string>> {
  const known = [...new Set(tubes.flatMap(({ collectorId }) => collectorId ?? []))]
  if (known.length === 0) return {}
  const rows = await db.any(
    sql.type(nameRow)`select id, name from users where id = any(${sql.array(known, 'uuid')})`,
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
