import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyReply } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { checkCollector } from '../../read-models/check-collector.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'
import { type BookingLog, decideBooking } from '../bookings/command-booking.ts'

type Parts = Reads & BookingLog & { accountsDb: CommonQueryMethods }
type Request = {
  personId: string
  labPartnerId: string
  /** Who takes the visits, null for nobody yet; undefined: the owner was not asked */
  visitsTo: string | null | undefined
  caller: Caller
  requestId: string
  reply: FastifyReply
}

const bookingRow = z.object({ id: z.uuid() })

/**
 * Takes a person who is to make no visits any more off those that are open, so that no customer is told that they come. What they did
 * before that is recorded whenever it arrives.
 * @throws AppError visits-open if there are some, and it is not said who takes them; not-a-collector
 */
export async function handVisits(
  parts: Parts,
  { personId, labPartnerId, visitsTo, caller, requestId, reply }: Request,
): Promise<void> {
  const view = await passBarrier(parts, reply)
  const open = await view.reads.any(sql.type(bookingRow)`
    select b.id from ${readTable(view, 'bookings')} b
     where b.lab_partner_id = ${labPartnerId} and b.data->>'collectorId' = ${personId}
       and b.status in ('pending', 'confirmed', 'sample-collection')
     order by b.id`)
  if (open.length === 0) return
  if (visitsTo === undefined) throw new AppError('visits-open')
  if (visitsTo === personId) throw new AppError('not-a-collector')
  if (visitsTo !== null) await checkCollector(parts.accountsDb, visitsTo, labPartnerId)
  for (const { id: bookingId } of open) {
    await decideBooking(parts, { bookingId, appendId: randomUUID(), caller, requestId }, (booking) =>
      // given to somebody else meanwhile
      booking?.collectorId === personId ? { type: 'assignCollector', collectorId: visitsTo } : undefined,
    )
  }
}
