import type { BookingSummary } from '@jaanch/booking/booking'
import { decideBooking } from '@jaanch/booking/command-booking'
import { visibleBookings } from '@jaanch/booking/policies'
import { whyCollectionClosed } from '@jaanch/booking/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import { initialsOf } from '@jaanch/contracts/initials'
import type { LabelIdentity } from '@jaanch/contracts/vocabulary'
import { appendIdOf, identifyCommand } from '@jaanch/eventlog/idempotency'
import { createPdfRenderer, type PdfRenderer } from '@jaanch/platform/files/pdf-renderer'
import { sendFile } from '@jaanch/platform/files/send-file'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier } from '@jaanch/platform/reads/read-tables'
import type pg from 'pg'
import { sql } from 'slonik'
import type { CustodyTube } from '../custody/custody.ts'
import {
  type CollectionRow,
  type PackageRow,
  personOf,
  readCollections,
  readPackages,
  recordOpened,
  testsOf,
} from '../rounds/collections.ts'
import { plannedTubes } from '../tubes.ts'
import { labelCalls } from './api.ts'
import type { Label, renderLabels } from './render-labels.ts'
import { mostLabelledBookings } from './rules.ts'

export type LabelRenderer = PdfRenderer<Parameters<typeof renderLabels>[0]>

/** Streams that are written at the same time: a round has hundreds, the pool some connections */
const atOnce = 10

/** Renders the labels of one request after the other, in a thread of its own. To be closed. */
export function createLabelRenderer(): LabelRenderer {
  return createPdfRenderer<typeof renderLabels>({
    ...{ name: 'labels', task: 'renderLabels', waitMs: 5_000 },
    filename: new URL('./render-labels.ts', import.meta.url).href,
  })
}

/**
 * The labels of the tubes of bookings, while their lab may see the people. Each print is in the stream of its booking, before the file
 * is made: a file that was not received counts too, unless it is asked for again with the same Idempotency-Key.
 */
export const printLabels = serveRead(
  labelCalls.printLabels,
  async (call, { appender, logDb, barrier, replicas, downloads, audit, labelRenderer, now: clock }) => {
    const { body, caller, request, reply } = call
    const view = await passBarrier({ barrier, replicas }, reply)
    const now = clock()
    const { rows, packages } = await readOpen(view, { ...call, now })
    const identity = await identifyCommand(logDb, labelCalls.printLabels, { ...call, params: null })
    const print = (row: CollectionRow) =>
      decideBooking(
        { appender, logDb, now: clock },
        {
          ...{ bookingId: row.id, caller, requestId: request.id, beforeAppend: identity.beforeAppend },
          appendId: appendIdOf(identity.appendId, row.id),
        },
        () => ({ type: 'printLabels', plan: plannedTubes(testsOf(row, packages)) }),
      )
    const printed: Printed[] = []
    const refusals: ErrorCode[] = []
    for (let from = 0; from < rows.length; from += atOnce) {
      const part = rows.slice(from, from + atOnce)
      for (const [n, { booking, refused }] of (await Promise.all(part.map(print))).entries()) {
        if (refused || !booking) refusals.push(refused ?? 'not-found')
        else printed.push({ row: part[n] as CollectionRow, booking })
      }
    }
    // one that was completed or has no number yet does not stop the others
    if (printed.length === 0) throw new AppError(refusals[0] ?? 'not-found')
    // the labels show initials or the name, and the age
    await recordOpened(
      audit,
      caller,
      printed.map(({ row }) => row),
    )
    const today = istDate(now)
    const labelIdentity = await readLabelIdentity(logDb, caller)
    const labels = printed.flatMap(({ row, booking: { orderNumber, custody } }) =>
      labelsOf(row, orderNumber ?? '', custody?.tubes ?? [], today, labelIdentity),
    )
    const { format, start } = body
    const bytes = await labelRenderer.render(caller.userId, { labels, format, start, createdAt: now })
    return sendFile(
      downloads,
      { caller, request, reply },
      { bytes, contentType: 'application/pdf', kind: 'inline', name: 'jaanch-labels.pdf' },
    )
  },
)

type Printed = { row: CollectionRow; booking: BookingSummary }
type Asked = { body: { bookings: readonly string[] }; caller: Caller; now: Date }

/** @returns the asked bookings whose people their lab may see, as they were asked. @throws AppError not-found, collection-closed */
async function readOpen(
  view: Awaited<ReturnType<typeof passBarrier>>,
  { body: { bookings }, caller, now }: Asked,
): Promise<{ rows: CollectionRow[]; packages: readonly PackageRow[] }> {
  const condition = sql.fragment`b.id = any(${sql.array(bookings, 'uuid')}) and ${visibleBookings(caller)}`
  const found = await readCollections(view.reads, view, condition, mostLabelledBookings)
  const [first] = found
  if (!first) throw new AppError('not-found')
  const rows = found
    .filter(({ data }) => !whyCollectionClosed(data, now))
    .sort((a, b) => bookings.indexOf(a.id) - bookings.indexOf(b.id))
  if (rows.length === 0) throw new AppError('collection-closed', whyCollectionClosed(first.data, now))
  return { rows, packages: await readPackages(view.reads, rows) }
}

/** As the rule of the caller's lab says. */
async function readLabelIdentity(db: pg.Pool, caller: Caller): Promise<LabelIdentity> {
  const { rows } = await db.query<{ identity: LabelIdentity }>(
    'select label_identity as identity from lab_partners where id = $1',
    [labOf(caller)],
  )
  return rows[0]?.identity ?? 'initials'
}

const letters = { male: 'M', female: 'F', other: 'O' } as const

/**
 * The labels of a booking's tubes, in the order of draw.
 * @param today IST date: the age is of this day
 * @param identity how the lab's labels name the patient
 */
function labelsOf(
  row: CollectionRow,
  orderNumber: string,
  tubes: readonly Pick<CustodyTube, 'number' | 'specimen' | 'container'>[],
  today: string,
  identity: LabelIdentity,
): Label[] {
  const { name, age, sex } = personOf(row, today)
  const person = {
    initials: initialsOf(name)
      .map((letter) => `${letter}.`)
      .join(''),
    name: identity === 'name-age-sex' ? name : null,
    ageAndSex: [age, sex && letters[sex]].filter((part) => part !== null).join(' '),
  }
  const date = row.data.scheduledDate ?? istDate(new Date(row.data.createdAt))
  return tubes.map(({ number, specimen, container }) => ({
    ...{ orderNumber, tube: number, tubes: tubes.length, specimen, container, date },
    ...person,
  }))
}
