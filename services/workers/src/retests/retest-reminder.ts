import { addDays, istDate } from '@jaanch/contracts/calendar'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type pg from 'pg'

/** Whom a reminder is about. @property personId the family member, or the customer */
export type RemindedPerson = { customerId: string; personId: string }

/** After a reminder about a person the next one waits so long, days */
export const quietDays = 30

/** A reminder that nobody could send for so long is not sent, days */
const sentForDays = 14

/**
 * What leaves the sign-in names no test, result or person: whoever holds the phone reads it, and so do mail servers and gateways.
 * @param publicUrl of the site
 */
function reminderTexts(publicUrl: string): { email: { subject: string; body: string }; sms: string } {
  const link = new URL('/health', publicUrl).href
  const sentence = 'A test of your family may be due. Sign in to see which.'
  return {
    email: {
      subject: 'A test may be due',
      body: [
        'Hello,',
        sentence,
        link,
        'You asked for these reminders. You can switch them off on the same page.',
      ].join('\n\n'),
    },
    sms: `Jaanch: a test of your family may be due. Sign in to see which: ${link}`,
  }
}

/**
 * Reminds a customer once of what is due of a person: a mail, or an SMS if no mail reaches them. The row that says so and the message are
 * one statement, and the message has the id of its person and day: whatever is repeated, or done by two workers at once, is told once.
 * @param due the latest IST date from which something is due
 * @param lookOn IST date on which a worker looks again
 * @returns the channel; null if the customer was told already, switched the reminders off, or cannot be reached
 */
export async function remind(
  pool: pg.Pool,
  { customerId, personId }: RemindedPerson,
  { due, lookOn, now, publicUrl }: { due: string; lookOn: string; now: Date; publicUrl: string },
): Promise<string | null> {
  const { email, sms } = reminderTexts(publicUrl)
  const { rows } = await pool.query<{ channel: string }>({
    name: 'retest-reminder',
    text: enqueue,
    values: [
      ...[customerId, personId, due, lookOn, now, addDays(istDate(now), -quietDays)],
      ...[appendIdOf('retest-reminder', customerId, personId, due), email.subject, email.body, sms],
    ],
  })
  return rows[0]?.channel ?? null
}

const enqueue = `
  with told as (
    update retest_reminders set reminded_at = $5, reminded_for = $3::date, look_on = $4::date
     where customer_id = $1 and person_id = $2 and opted_in_at is not null
       and (reminded_for is null or reminded_for < $3::date)
       and (reminded_at is null or (reminded_at at time zone 'Asia/Kolkata')::date <= $6::date)
    returning customer_id),
  reached as (
    select u.id,
           case when coalesce(p.email, true) and u.email <> '' and u.email_proven_at is not null then 'email'
                when coalesce(p.sms, true) and coalesce(u.phone, '') <> '' and u.phone_proven_at is not null then 'sms'
           end as channel
      from told join users u on u.id = told.customer_id and u.is_active
      left join notification_preferences p on p.user_id = u.id)
  insert into outbox (id, channel, recipient_user_id, subject, body, expires_at)
  select $7, channel, id, case channel when 'email' then $8 else '' end, case channel when 'email' then $9 else $10 end,
         clock_timestamp() + interval '${sentForDays} days'
    from reached where channel is not null
  on conflict (id) do nothing returning channel`
