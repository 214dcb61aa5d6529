import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { custodyRecorders, custodyRoutes } from '@jaanch/contracts/http/custody'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { defaultLabRole } from '@jaanch/contracts/staff-roles'
import type { CustodyStepCommand } from '@jaanch/domain/custody/commands'
import { samplesOf } from '@jaanch/domain/custody/samples'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { refuseBesideOlderRelease } from '../../reads/older-release.ts'
import { type BookingLog, decideBooking, findBooking, identifyBooking } from '../bookings/command-booking.ts'
import { planTubesOf } from './plan-tubes.ts'

type Parts = BookingLog & { db: CommonQueryMethods; modelVersion: number }
type Command = BodyOf<typeof custodyRoutes.recordCustody>['command']

const codeRow = z.object({ visitCode: z.string().nullable() })

/** What phones and the lab record of tubes, at once or days later, in any order. */
export function registerRecordCustody(app: FastifyInstance, parts: Parts): void {
  app.serve(custodyRoutes.recordCustody, async (call) => {
    const { params, body, caller } = call
    await refuseBesideOlderRelease(parts)
    const { recorded, command } = body
    const role = caller.labRole ?? defaultLabRole
    if (role !== 'owner' && !custodyRecorders[command.type].includes(role)) throw new AppError('outside-role')
    const found = await findBooking(parts, params.id, caller)
    if (command.type === 'identify') await checkCode(parts.db, params.id, command)
    const target = await identifyBooking(parts, custodyRoutes.recordCustody, call)
    const plan = await planTubesOf(parts.db, found)
    const { booking, refused } = await decideBooking(
      parts,
      {
        ...target,
        writeRows: (client, events) => writeRows(client, { bookingId: params.id, caller }, command, events),
      },
      () => ({
        type: 'custody',
        plan,
        by: caller.userId,
        deviceAt: recorded.at,
        offsetMs: recorded.offsetMs,
        step: stepOf(command),
      }),
    )
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    const { status, position, custody } = booking
    return { id: params.id, status, position, custody, samples: custody && samplesOf(custody) }
  })
}

/** @throws AppError wrong-visit-code; a booking without a code, and one whose person was erased, has none that is right */
async function checkCode(
  db: CommonQueryMethods,
  bookingId: string,
  { method, isConfirmed, code }: Extract<Command, { type: 'identify' }>,
): Promise<void> {
  if (method !== 'code' || !isConfirmed) return
  const row = await db.maybeOne(
    sql.type(codeRow)`select visit_code from booking_details where booking_id = ${bookingId}`,
  )
  if (code === undefined || row?.visitCode !== code) throw new AppError('wrong-visit-code')
}

/** What somebody typed does not enter the events. */
function stepOf(command: Command): CustodyStepCommand {
  if (command.type === 'reject')
    return { ...command, tubes: command.tubes.map(({ number, reason }) => ({ number, reason })) }
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
  for (const event of events)
    if (event.type === 'TubesDrawn') await bindCodes(client, { bookingId, labPartnerId }, event.data.tubes)
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
  tubes: readonly { number: number; code: string | null }[],
): Promise<void> {
  // in one order, so that two visits do not wait for each other
  const bound = tubes
    .filter(({ code }) => code !== null)
    .toSorted((a, b) => ((a.code ?? '') < (b.code ?? '') ? -1 : 1))
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
