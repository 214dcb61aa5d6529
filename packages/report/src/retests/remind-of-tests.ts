import { whoIs } from '@jaanch/catalogue/parameters/interval'
import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import { addDays, istDate, istMinutes } from '@jaanch/contracts/calendar'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { findLiveGeneration } from '@jaanch/eventlog/read-generations'
import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { readMeasurements } from './measurements.ts'
import { dueOf } from './retest.ts'

/** Reminders leave from 10 am to 7 pm in India, minutes */
const [opensAt, closesAt] = [10 * 60, 19 * 60]
const everyMs = 600_000
/** People of a batch: each takes a few look-ups */
const batchSize = 100
/**
 * Whatever is due later is looked for so often, days. The shortest usual interval is three months, so that what is new by then is not
 * due yet.
 */
const looksEveryDays = 30

type Reminded = {
  customerId: string
  /** The family member, or the customer */
  personId: string
  remindedAt: Date | null
  remindedFor: string | null
  /** The family member is gone, or the account */
  isGone: boolean
  /** The family member has agreed that the customer reads the results; children need not, and nothing is said about theirs */
  hasAgreed: boolean
  dateOfBirth: string | null
  sex: Sex
  /** null: it is the customer */
  relationship: string | null
}

type Options = { publicUrl: string; now: () => Date }

/**
 * Looks once at everybody whom somebody wants to be reminded of and whose day has come, and reminds of what is due. Only these rows are
 * read, by their index, however many bookings there are. A worker takes people for a day before it looks: of those that it leaves when
 * it dies another one looks on the next day, and no two look at the same.
 * @param progress called after each person
 * @returns the number of reminders
 * @throws what the first person failed with, after all had their turn
 */
export async function remindOfTests(
  pool: pg.Pool,
  { publicUrl, now }: Options,
  progress = () => {},
): Promise<number> {
  const generation = await findLiveGeneration(pool)
  if (generation === undefined) return 0
  let reminded = 0
  const errors: unknown[] = []
  for (let taken = batchSize; taken === batchSize; ) {
    const people = await takePeople(pool, istDate(now()))
    for (const person of people) {
      try {
        if (await remindOf(pool, person, { generation, publicUrl, now: now() })) reminded += 1
      } catch (error) {
        // nobody is kept from a reminder by somebody else's failure
        errors.push(error)
      }
      progress()
    }
    taken = people.length
  }
  if (errors.length > 0) throw errors[0]
  return reminded
}

async function remindOf(
  pool: pg.Pool,
  { customerId, personId, remindedAt, remindedFor, isGone, hasAgreed, ...patient }: Reminded,
  { generation, publicUrl, now }: { generation: number; publicUrl: string; now: Date },
): Promise<boolean> {
  const ids = { customerId, personId }
  const change = async (set: string, ...values: string[]) => {
    const text = `update retest_reminders set ${set} where customer_id = $1 and person_id = $2`
    await pool.query(text, [customerId, personId, ...values])
    return false
  }
  const lookAgain = (on: string) => change('look_on = $3::date', on)
  if (isGone) return change('opted_in_at = null')
  const today = istDate(now)
  const familyMemberId = personId === customerId ? null : personId
  const latest = addDays(today, looksEveryDays)
  if (familyMemberId !== null && !hasAgreed) return lookAgain(latest)
  const measurements = await readMeasurements(pool, { generation, customerId, familyMemberId })
  const days = dueOf(measurements, whoIs(patient, today))
    .map(({ from }) => from)
    .toSorted()
  const nextDue = days.find((day) => day > today)
  const lookOn = nextDue !== undefined && nextDue < latest ? nextDue : latest
  const due = days.findLast((day) => day <= today && (remindedFor === null || day > remindedFor))
  if (due === undefined) return lookAgain(lookOn)
  const quietUntil = remindedAt === null ? today : addDays(istDate(remindedAt), quietDays)
  if (quietUntil > today) return lookAgain(quietUntil)
  return remind(pool, ids, { due, lookOn, now, publicUrl })
}

/** Takes people whose day has come, for this day. @param today IST date */
async function takePeople(pool: pg.Pool, today: string): Promise<Reminded[]> {
  const { rows } = await pool.query<Reminded>({
    name: 'take-retest-reminders',
    text: `
      with due as (
        select customer_id, person_id from retest_reminders
         where opted_in_at is not null and look_on <= $1::date order by look_on limit ${batchSize} for update skip locked),
      taken as (
        update retest_reminders r set look_on = $1::date + 1
          from due where (r.customer_id, r.person_id) = (due.customer_id, due.person_id) returning r.*)
      select t.customer_id as "customerId", t.person_id as "personId", t.reminded_at as "remindedAt",
             t.reminded_for::text as "remindedFor",
             u.erased_at is not null or t.person_id <> t.customer_id and f.id is null as "isGone",
             c.id is not null as "hasAgreed",
             case when f.id is null then u.date_of_birth else f.date_of_birth end::text as "dateOfBirth",
             case when f.id is null then u.gender else f.gender end as sex, f.relationship
        from taken t join users u on u.id = t.customer_id
        left join family_members f on f.id = t.person_id and f.customer_id = t.customer_id and f.deleted_at is null
        left join relative_consents c on c.family_member_id = f.id and c.withdrawn_at is null`,
    values: [today],
  })
  return rows
}

/** Looks every ten minutes of the day until the signal aborts. */
export function remindOfTestsRegularly(
  pool: pg.Pool,
  options: Options,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  return runLoop({
    name: 'the reminders of due tests',
    async pass(progress) {
      const minutes = istMinutes(options.now())
      if (minutes < opensAt || minutes >= closesAt) return false
      const reminded = await remindOfTests(pool, options, progress)
      if (reminded > 0) log.info({ reminded }, 'customers were reminded of due tests')
      return false
    },
    pollMs: everyMs,
    maxPauseMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'due tests could not be looked for, trying again'),
    signal,
  })
}

/** After a reminder about a person the next one waits so long, days */
const quietDays = 30

/** A reminder that nobody could send for so long is not sent, days */
const sentForDays = 14

/**
 * A message outside the sign-in names no test, result or person: whoever holds the phone reads it, and so do mail servers and gateways.
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
 * @returns false if the customer was told already, switched the reminders off, or cannot be reached
 */
async function remind(
  pool: pg.Pool,
  { customerId, personId }: Pick<Reminded, 'customerId' | 'personId'>,
  { due, lookOn, now, publicUrl }: { due: string; lookOn: string; now: Date; publicUrl: string },
): Promise<boolean> {
  const { email, sms } = reminderTexts(publicUrl)
  const { rowCount } = await pool.query({
    name: 'retest-reminder',
    text: enqueue,
    values: [
      ...[customerId, personId, due, lookOn, now, addDays(istDate(now), -quietDays)],
      ...[appendIdOf('retest-reminder', customerId, personId, due), email.subject, email.body, sms],
    ],
  })
  return rowCount === 1
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
  on conflict (id) do nothing`
