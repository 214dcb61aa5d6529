import { AppError } from '@jaanch/contracts/errors'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { sql } from 'slonik'
import { z } from 'zod'
import { attentionCalls, mostSnoozedDays } from './api.ts'
import { attentionCondition } from './read-attention.ts'

const bookingRow = z.object({ position: z.number(), isLate: z.boolean() })

/** An admin puts a booking that needs attention off: it is in no list and count of this reason until then, for all admins. */
export const snoozeAttention = serveRead(
  attentionCalls.snoozeAttention,
  async ({ params: { id }, body, caller, reply }, services) => {
    const { logDb: pool, now } = services
    const { attention, until } = body
    const view = await passBarrier(services, reply)
    const booking = await view.reads.maybeOne(sql.type(bookingRow)`
      select position, ${attentionCondition(attention, now())} as "isLate"
        from ${readTable(view, 'bookings')} where id = ${id}`)
    if (!booking) throw new AppError('not-found')
    if (until === null) {
      await pool.query('delete from attention_snoozes where booking_id = $1 and attention = $2', [
        id,
        attention,
      ])
      return { until }
    }
    const ms = Date.parse(until) - now().getTime()
    if (ms <= 0 || ms > mostSnoozedDays * 86_400_000)
      throw new AppError('invalid', `until: A time in the next ${mostSnoozedDays} days.`)
    if (!booking.isLate) throw new AppError('wrong-status', 'This booking needs no attention.')
    await pool.query(
      `insert into attention_snoozes (booking_id, attention, until, snoozed_by, booking_position)
       values ($1, $2, $3, $4, $5)
       on conflict (booking_id, attention) do update
         set until = excluded.until, snoozed_by = excluded.snoozed_by, booking_position = excluded.booking_position`,
      [id, attention, until, caller.userId, booking.position],
    )
    return { until }
  },
)
