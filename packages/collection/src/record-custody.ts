import type { BookingSummary } from '@jaanch/booking/booking'
import { decideBooking, identifyBooking } from '@jaanch/booking/command-booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { maySeeBooking } from '@jaanch/booking/policies'
import { bookings } from '@jaanch/booking/visit/command-visit'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { defaultLabRole } from '@jaanch/contracts/staff-roles'
import type { Recorded } from '@jaanch/eventlog/events'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { custodyCalls, custodyRecorders } from './api.ts'
import { bareCode } from './barcode.ts'
import { refusePhone } from './barcodes.ts'
import { checkVisitCode, writeWrongCodes } from './check-visit-code.ts'
import type { CustodyStepCommand, Tenure } from './custody/commands.ts'
import type { PlannedTube } from './custody/custody.ts'
import { samplesOf } from './custody/samples.ts'
import { endedBy, tenureAt, tenuresOf } from './custody/tenure.ts'
import { plannedColumns, plannedPackage, plannedTubes } from './tubes.ts'

type Body = BodyOf<typeof custodyCalls.recordCustody>
type Command = Body['command']

/**
 * Records what phones and the lab did with tubes, at once or days later, in any order. A repeated request is answered before anything else
 * of it is looked at. Whether the caller may record something depends on the time at which it was done.
 */
export const recordCustody = serveCall(
  custodyCalls.recordCustody,
  async (call, { appender, logDb, db, audit, hashBarcode, now }) => {
    const { params, body, caller } = call
    const { recorded, command } = body
    const target = await identifyBooking({ logDb }, custodyCalls.recordCustody, call)
    const { state: found, history } = await bookings.read(logDb, params.id)
    if (!found) throw new AppError('not-found')
    if (history.some(({ appendId }) => appendId === target.appendId)) return present(found, caller)
    tenureOf(body, caller, history, now())
    if (command.type === 'identify' && command.method === 'code' && command.isConfirmed)
      await checkVisitCode({ db, audit, now }, found, caller, command.code)
    const codes = codesOf(command)
    await refusePhone(db, params.id, found.customerId, codes)
    const hashes = new Map(
      await Promise.all(codes.map(async (code) => [code, await hashBarcode(code)] as const)),
    )
    const plan = await planTubesOf(db, found)
    const { booking, refused } = await decideBooking(
      { appender, logDb, now },
      {
        ...target,
        mayGive: () => true,
        async writeRows(client, events) {
          await writeRows(client, { bookingId: params.id, caller }, command, events)
          if (command.type === 'identify')
            await writeWrongCodes(client, found, caller, command.wrongCodes ?? [], now())
        },
      },
      (_, present) => ({
        type: 'custody',
        plan,
        by: recorded.for ?? caller.userId,
        enteredBy: recorded.for ? caller.userId : null,
        tenure: tenureOf(body, caller, present, now()),
        deviceAt: recorded.at,
        offsetMs: recorded.offsetMs,
        lastRecordedAt: present.at(-1)?.at.toISOString(),
        step: stepOf(command, hashes),
      }),
    )
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    return present(booking, caller)
  },
)

/** @returns no custody for somebody whose lab has the booking no more */
function present(booking: BookingSummary, caller: Caller) {
  const { bookingId: id, status, position } = booking
  const custody = maySeeBooking(caller, booking) ? booking.custody : null
  return { id, status, position, custody, samples: custody && samplesOf(custody) }
}

/**
 * @returns when the caller, or whom the caller records something for, made the visit
 * @throws AppError outside-role; not-found for a booking that was never theirs; visit-handed-over for what they did when it was no more
 */
function tenureOf(
  { recorded, command: { type } }: Body,
  { userId, labPartnerId, formerSince, ...caller }: Caller,
  history: readonly Recorded<BookingEvent>[],
  now: Date,
): Tenure {
  const role = caller.labRole ?? defaultLabRole
  if (labPartnerId === null) throw new AppError('not-found')
  const isAtDoor = custodyRecorders[type].includes('collector')
  if (recorded.for !== undefined && (role !== 'owner' || !isAtDoor)) throw new AppError('outside-role')
  // the role that somebody had then: only collectors and owners are given visits
  const collectorId = recorded.for ?? (isAtDoor && role !== 'owner' ? userId : null)
  const tenures = endedBy(formerSince, tenuresOf(history, { labPartnerId, collectorId }))
  const isInRole = role === 'owner' || custodyRecorders[type].includes(role)
  if (!isInRole && (collectorId === null || tenures.length === 0)) throw new AppError('outside-role')
  if (tenures.length === 0) throw new AppError('not-found')
  const clock = isAtDoor ? recorded : { at: now.toISOString(), offsetMs: 0 }
  const tenure = tenureAt(tenures, { deviceAt: clock.at, offsetMs: clock.offsetMs }, now)
  if (!tenure) throw new AppError(isAtDoor ? 'visit-handed-over' : 'not-found')
  return tenure
}

function codesOf(command: Command): string[] {
  return command.type === 'draw' ? command.tubes.flatMap(({ code }) => code ?? []) : []
}

/** Leaves out texts that somebody typed or scanned: they do not enter the events. */
function stepOf(command: Command, hashes: ReadonlyMap<string, string>): CustodyStepCommand {
  if (command.type === 'reject')
    return { ...command, tubes: command.tubes.map(({ number, reason }) => ({ number, reason })) }
  if (command.type === 'draw')
    return {
      ...command,
      tubes: command.tubes.map(({ number, code }) => ({ number, code: code && hashes.get(code) })),
    }
  return command
}

/** @throws AppError tube-of-another-visit */
async function writeRows(
  client: pg.ClientBase,
  { bookingId, caller }: { bookingId: string; caller: Caller },
  command: Command,
  events: readonly BookingEvent[],
): Promise<void> {
  const { userId: by, labPartnerId } = caller
  const scanned = command.type === 'draw' ? command.tubes : []
  for (const event of events)
    if (event.type === 'TubesDrawn') {
      const bound = event.data.tubes.filter(({ code }) => code !== null).map(({ number }) => number)
      await bindCodes(
        client,
        { bookingId, labPartnerId },
        scanned.filter(({ number }) => bound.includes(number)),
      )
    }
  for (const { tube, text } of notesOf(command)) {
    await client.query(
      'insert into custody_notes (booking_id, tube, text, written_by) values ($1, $2, $3, $4)',
      // half a surrogate pair cannot be encoded
      [bookingId, tube, text.toWellFormed(), by],
    )
  }
}

async function bindCodes(
  client: pg.ClientBase,
  { bookingId, labPartnerId }: { bookingId: string; labPartnerId: string | null },
  tubes: readonly { number: number; code?: string | undefined }[],
): Promise<void> {
  // in one order, so that two visits do not wait for each other
  const bound = tubes
    .map(({ number, code = '' }) => ({ number, code: bareCode(code) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  for (const { number, code } of bound) {
    const { rowCount } = await client.query(
      `insert into tube_codes (lab_partner_id, code, booking_id, tube) values ($1, $2, $3, $4)
       on conflict (lab_partner_id, code) do nothing`,
      [labPartnerId, code, bookingId, number],
    )
    if (rowCount === 0) throw new AppError('tube-of-another-visit')
  }
}

function notesOf(command: Command): { tube: number | null; text: string }[] {
  switch (command.type) {
    case 'reject':
      return command.tubes.flatMap(({ number, note }) => (note ? [{ tube: number, text: note }] : []))
    case 'accept':
      return command.note ? command.tubes.map((tube) => ({ tube, text: command.note as string })) : []
    case 'fail':
      return command.note ? [{ tube: null, text: command.note }] : []
    default:
      return []
  }
}

/** @returns the tubes that a booking has: those that were planned, or else those of today's catalogue */
async function planTubesOf(
  db: Pick<CommonQueryMethods, 'any'>,
  { custody, lines }: Pick<BookingSummary, 'custody' | 'lines'>,
): Promise<PlannedTube[]> {
  if (custody && custody.tubes.length > 0) return custody.tubes
  const ids = lines.map(({ packageId }) => packageId)
  const packages = await db.any(sql.type(plannedPackage)`
    select ${plannedColumns} from packages where id = any(${sql.array(ids, 'uuid')})`)
  return plannedTubes(ids.flatMap((id) => packages.find((each) => each.id === id) ?? []))
}
