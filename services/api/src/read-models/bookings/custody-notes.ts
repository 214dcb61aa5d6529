import type { BookingDetail } from '@jaanch/contracts/http/booking-view'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { usersWithLabs } from '../../auth/users.ts'

const noteRow = z.object({ tube: z.number().nullable(), text: z.string(), at: z.date() })

/**
 * What was typed about the samples of a booking, oldest first. A lab sees what its own people wrote, as long as it sees the person.
 * @returns undefined for a customer
 */
export async function readCustodyNotes(
  db: CommonQueryMethods,
  { role, labPartnerId }: Caller,
  booking: BookingDetail,
  now: Date,
): Promise<BookingDetail['custodyNotes']> {
  if (role === 'customer') return undefined
  const isClosed = role === 'lab-partner' && whyCollectionClosed(booking, now) !== undefined
  if (!booking.custody || isClosed) return []
  const ofLab = sql.fragment`exists (
    select from ${usersWithLabs} where u.id = n.written_by and coalesce(l.id, u.works_for) = ${labPartnerId})`
  const notes = await db.any(sql.type(noteRow)`
    select n.tube, n.text, n.at from custody_notes n
     where n.booking_id = ${booking.id} and ${role === 'admin' ? sql.fragment`true` : ofLab}
     order by n.id`)
  return notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
}
