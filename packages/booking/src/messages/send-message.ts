import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import type pg from 'pg'
import { sql } from 'slonik'
import type { BookingSummary } from '../booking.ts'
import { decideBooking, findBooking } from '../command-booking.ts'
import type { Limits } from '../limits.ts'
import { messageCalls } from './api.ts'
import { messageRow, presentMessage, refuseClosed, refuseClosedLab, selectMessages } from './read-messages.ts'
import { type MessageAudience, messageTemplates, templatesOf } from './rules.ts'

const noLab = 'No lab has this booking yet. Please write to Jaanch instead.'

/** Writes a message and its event, which says that there is one; the text is in the row alone. */
export const sendMessage = serveCall(
  messageCalls.sendBookingMessage,
  async ({ params, body, caller, idempotencyKey, request }, services) => {
    const { db, limits, now } = services
    const bookingId = params.id
    const text = textOf(body, caller)
    const { audience } = body
    if (caller.role === 'lab-partner' && audience !== 'lab') throw new AppError('forbidden')
    const content = [bookingId, body]
    const once = onceOnly({ kind: 'booking-message', userId: caller.userId, idempotencyKey, content })
    const find = async (id: string) => {
      const row = await db.maybeOne(sql.type(messageRow)`${selectMessages(caller)} where id = ${id}`)
      return row ? { requestHash: row.requestHash, view: async () => presentMessage(row) } : undefined
    }
    // a repeated request is answered as the first one, if the caller may still see the booking
    const booking = await findBooking(services, bookingId, caller)
    refuseClosed(booking, caller, now())
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    refuseClosedLab(booking, audience, now())
    const { refused } = await decideBooking(
      services,
      {
        bookingId,
        appendId: once.appendId,
        caller,
        requestId: request.id,
        async writeRows(client, _, current) {
          if (!current) return
          refuseClosedLab(current, audience, now())
          const row = { id: once.id, requestHash: once.requestHash, audience, text }
          await insertMessage(client, limits, current, caller, row)
        },
      },
      () => ({ type: 'message', messageId: once.id, audience, by: caller.role }),
    )
    if (refused) throw new AppError(refused, refused === 'no-lab-assigned' ? noLab : undefined)
    return once.created(find)
  },
)

/** @throws AppError invalid */
function textOf(
  { text, template }: BodyOf<typeof messageCalls.sendBookingMessage>,
  { role }: Caller,
): string {
  // half a surrogate pair cannot be encoded
  if (text !== null) return text.toWellFormed()
  if (template === null || !templatesOf[role].includes(template))
    throw new AppError('invalid', 'template: it is not one of yours.')
  return messageTemplates[template]
}

type NewMessage = { id: string; requestHash: string; audience: MessageAudience; text: string }

async function insertMessage(
  client: pg.ClientBase,
  limits: Limits,
  { bookingId, customerId, labPartnerId }: BookingSummary,
  { role, userId }: Caller,
  { id, requestHash, audience, text }: NewMessage,
): Promise<void> {
  // an erasure that is under way comes first: then nothing is stored
  const { rowCount: isThere } = await client.query(
    'select from users where id = $1 and erased_at is null for key share',
    [customerId],
  )
  if (!isThere) throw new AppError('not-found')
  const { rows } = await client.query<{ sent: number }>(
    `select count(*)::int as sent from booking_messages
      where author_user_id = $1 and booking_id = $2 and created_at > clock_timestamp() - interval '1 day'`,
    [userId, bookingId],
  )
  refuseBeyond(limits.bookingMessages, rows[0]?.sent ?? 0)
  await client.query(
    `insert into booking_messages (id, booking_id, customer_id, audience, lab_partner_id, author_role, author_user_id,
                                   text, request_hash, customer_read_at, lab_read_at, platform_read_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
             case when $6 = 'customer' then now() end,
             case when $4 <> 'lab' or $6 = 'lab-partner' then now() end,
             case when $4 <> 'platform' or $6 <> 'customer' then now() end)
     on conflict (id) do nothing`,
    [
      ...[id, bookingId, customerId, audience, audience === 'lab' ? labPartnerId : null, role, userId],
      ...[text, requestHash],
    ],
  )
}
