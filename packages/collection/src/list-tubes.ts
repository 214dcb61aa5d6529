import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import { whyCollectionClosed } from '@jaanch/booking/collection-window'
import { recordSeen } from '@jaanch/booking/list/show-people'
import { visibleBookings } from '@jaanch/booking/policies'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { bareCode } from './barcode.ts'
import { codeKey, readCodes } from './barcodes.ts'
import { dueAtOf, placeOfTube } from './custody/tube-place.ts'
import { type CustodyTube, labelCode, mostTubes, parseLabelCode } from './custody-facts.ts'
import { type CollectionRow, type PackageRow, readCollections, readPackages } from './rounds/collections.ts'
import { plannedTubes } from './tubes.ts'
import { type BoardTube, tubeCalls } from './tubes-api.ts'

/** On the board of one day */
const mostBookings = 500
/** How long a drawn tube is looked for that never came */
const daysOnTheWay = 3

const foundRow = z.object({ bookingId: z.uuid(), tube: z.number().nullable() })
const dayRow = z.object({ date: z.string(), tubes: z.number() })
const nameRow = z.object({ id: z.uuid(), name: z.string() })

/** What the front desk and the technicians of a lab see of tubes. */
export function registerListTubes(
  app: FastifyInstance,
  parts: Reads & { db: CommonQueryMethods; audit: Audit; now: () => Date },
): void {
  app.serveUnplaced(tubeCalls.listTubes, async ({ query: { date }, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    // one range of an index of the lab for each part: a condition on both would be estimated as fewer rows
    const condition = sql.fragment`${visibleBookings(caller)} and (
      b.collection_date = ${date}::date and b.status <> 'cancelled' or
      b.collection_date >= ${addDays(date, -daysOnTheWay)}::date and b.collection_date < ${date}::date
        and b.status = 'sample-collection')`
    const found = await readCollections(view.reads, view, condition, mostBookings + 1)
    const rows = found.slice(0, mostBookings)
    const packages = await readPackages(view.reads, rows)
    const now = parts.now()
    const codes = await readCodes(
      view.reads,
      rows.map(({ id }) => id),
    )
    const tubes = rows
      .flatMap((row) => tubesOf(row, packages, codes, now))
      .filter(({ place, day }) => day === date || place === 'on-the-way')
    const named = new Set(tubes.flatMap((tube) => (tube.patientName === null ? [] : tube.bookingId)))
    const seen = rows.map(({ data }) => ({ id: data.bookingId, customerId: data.customerId }))
    await recordSeen(
      parts.audit,
      caller,
      seen.filter(({ id }) => named.has(id)),
    )
    const collectors = await readNames(
      view.reads,
      tubes.map(({ collectorId }) => collectorId),
    )
    return {
      tubes: tubes.map(({ day: _, ...tube }) => tube),
      collectors,
      isCut: found.length > mostBookings,
    }
  })

  app.serveUnplaced(tubeCalls.findTube, async ({ query: { code }, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const label = parseLabelCode(code)
    const found = await view.reads.maybeOne(
      label
        ? sql.type(
            foundRow,
          )`select booking_id, ${label.tube}::int as tube from orders where order_number = ${label.orderNumber}`
        : sql.type(
            foundRow,
          )`select booking_id, tube::int as tube from tube_codes where lab_partner_id = ${caller.labPartnerId} and code = ${bareCode(code)}`,
    )
    if (!found?.tube) throw new AppError('not-found', 'None of your tubes has this barcode.')
    const own = await view.reads.maybeOne(sql.type(dayRow)`
      select collection_date::text as date, coalesce(jsonb_array_length(data->'custody'->'tubes'), 0) as tubes
        from ${readTable(view, 'bookings')}
       where id = ${found.bookingId} and ${visibleBookings(caller)}`)
    // of a booking whose tubes are not planned yet, any may have it
    if (!own || found.tube > (own.tubes || mostTubes))
      throw new AppError('not-found', 'None of your tubes has this barcode.')
    return { bookingId: found.bookingId, number: found.tube, date: own.date }
  })
}

type Placed = BoardTube & { day: string }

/** Of a booking whose custody is not used: the tubes that it would have today */
function tubesOf(
  row: CollectionRow,
  packages: readonly PackageRow[],
  codes: ReadonlyMap<string, string>,
  now: Date,
): Placed[] {
  const { data } = row
  const planned = data.custody?.tubes.length ? data.custody.tubes : undrawn(row, packages)
  const isOpen = !whyCollectionClosed(data, now)
  return planned.map((tube) => {
    const code = tube.code && (codes.get(codeKey(row.id, tube.number)) ?? null)
    return present(data, { ...tube, code }, planned.length, isOpen ? row.name : null)
  })
}

function undrawn({ packageIds }: CollectionRow, packages: readonly PackageRow[]): CustodyTube[] {
  const ordered = packageIds.flatMap((id) => packages.find((each) => each.id === id) ?? [])
  const none = { code: null, drawn: null, handedOver: null, received: null, accepted: null, rejected: null }
  return plannedTubes(ordered).map((tube) => ({ ...tube, ...none }))
}

function present(booking: BookingSummary, tube: CustodyTube, of: number, patientName: string | null): Placed {
  const { bookingId, visitId, orderNumber, scheduledTime, scheduledDate, createdAt, collectorId } = booking
  const { number, specimen, container, stability, drawn, received, accepted, rejected } = tube
  const ownLabel = orderNumber === null ? null : labelCode(orderNumber, number)
  return {
    day: scheduledDate ?? istDate(new Date(createdAt)),
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
}

async function readNames(
  db: Pick<CommonQueryMethods, 'any'>,
  ids: readonly (string | null)[],
): Promise<Record<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return {}
  const rows = await db.any(
    sql.type(nameRow)`select id, name from users where id = any(${sql.array(known, 'uuid')})`,
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
