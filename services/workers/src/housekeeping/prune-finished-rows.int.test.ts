import { randomUUID } from 'node:crypto'
import { istDate } from '@jaanch/contracts/calendar'
import { endedElsewhere, lasting, retention } from '@jaanch/operations/privacy/tables'
import { inTransaction } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { describe, expect, it } from 'vitest'
import { pruneFinishedRows } from './delete-old-rows.ts'
import { endOldMessages } from './sweeps.ts'

const database = useTestDatabase()

async function leaveMail(userId: string, outcome: string | null, days: number): Promise<string> {
  const id = randomUUID()
  await database.asOwner(
    `insert into outbox (id, channel, recipient_user_id, subject, body, outcome, created_at)
     values ($1, 'email', $2, 'A subject', 'Dear reader', $3, now() - make_interval(days => $4))`,
    [id, userId, outcome, days],
  )
  return id
}

describe('pruning', () => {
  it('forgets messages that were sent or skipped long ago, and none that is still to be sent [V14.2.4]', async () => {
    const userId = await createUser(database, 'customer')
    const kept = [
      await leaveMail(userId, 'sent', 80),
      await leaveMail(userId, null, 100),
      await leaveMail(userId, 'dead', 100),
    ]
    for (const outcome of ['sent', 'skipped', 'sent']) await leaveMail(userId, outcome, 100)
    await pruneFinishedRows(database.pool, 2)
    const { rows } = await database.asOwner('select id from outbox')
    expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  })

  it('ends what was dead for thirty days with its letter, and blanks codes that are void, also of messages that are dead', async () => {
    const userId = await createUser(database, 'customer')
    const [old, young, code] = [
      await leaveMail(userId, 'dead', 31),
      await leaveMail(userId, 'dead', 29),
      await leaveMail(userId, 'dead', 1),
    ]
    await database.asOwner('update outbox set expires_at = now() where id = $1', [code])
    await database.asOwner(
      `insert into dead_letters (consumer, stream_id, position, message_id, attempts, error)
       select 'email', 'user-1', 0, id, 20, 'No route' from outbox where recipient_user_id = $1`,
      [userId],
    )
    await endOldMessages(database.pool)
    expect(await endOldMessages(database.pool)).toBe(0)
    const { rows } = await database.asOwner(
      `select o.id, outcome, body, resolution from outbox o join dead_letters d on d.message_id = o.id where recipient_user_id = $1`,
      [userId],
    )
    expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
      new Map([
        [old, { outcome: 'skipped', body: null, resolution: 'skipped' }],
        [young, { outcome: 'dead', body: 'Dear reader', resolution: null }],
        [code, { outcome: 'dead', body: null, resolution: null }],
      ]),
    )
  })

  it('forgets the saved views that nobody used for a year', async () => {
    const userId = await createUser(database, 'admin')
    await database.asOwner(
      `insert into saved_views (user_id, page, name, query, used_on)
       select $1, 'admin-bookings', name, '', current_date - age from (values ('unused', 367), ('used', 364)) v (name, age)`,
      [userId],
    )
    await pruneFinishedRows(database.pool)
    const { rows } = await database.asOwner('select name from saved_views where user_id = $1', [userId])
    expect(rows).toEqual([{ name: 'used' }])
  })

  it('forgets the Idempotency-Keys of last week', async () => {
    await database.asOwner(
      `insert into idempotency_keys (id, request_hash, created_at)
       select gen_random_uuid(), name, now() - age
         from (values ('long ago', interval '8 days'), ('lately', interval '6 days')) k (name, age)`,
    )
    await pruneFinishedRows(database.pool)
    const { rows } = await database.asOwner('select request_hash from idempotency_keys')
    expect(rows).toEqual([{ request_hash: 'lately' }])
  })

  it('forgets sessions that ended, and audit entries after a year; nobody can delete younger ones [V16.4.2]', async () => {
    const userId = await createUser(database, 'customer')
    await database.asOwner(
      `insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
       select gen_random_uuid(), $1, name, '192.0.2.1', now() - interval '1 day', now(), now() + rest
         from (values ('ended', interval '-1 minute'), ('open', interval '1 hour')) s (name, rest)`,
      [userId],
    )
    await database.asOwner(
      `insert into audit (action, object, at)
       select 'signed-in', name, now() - age from (values ('old', interval '366 days'), ('young', interval '364 days')) a (name, age)`,
    )
    await pruneFinishedRows(database.pool)
    const { rows } = await database.asOwner(
      `select 'session ' || device as what from sessions where network = '192.0.2.1'
       union all select 'audit ' || object from audit order by 1`,
    )
    expect(rows.map(({ what }) => what)).toEqual(['audit young', 'session open'])
    await expect(database.pool.query('delete from audit')).rejects.toThrow('permission denied')
    await expect(database.pool.query(`select prune_audit(interval '1 day', 10)`)).rejects.toThrow('a year')
  })

  it('forgets timers that rang long ago and work that was done a week before', async () => {
    await database.asOwner(
      `insert into timers (kind, stream_id, due_at, fired_at, outcome)
       select 'fasting-reminder', name, now() - interval '100 days', now() - fired, case when fired is not null then 'fired' end
         from (values ('long ago', interval '91 days'), ('lately', interval '1 day'), ('never', null)) t (name, fired)`,
    )
    await database.asOwner(
      `insert into work_done (consumer, stream_id, since, upto, attempts, queued_at, done_at)
       select 'orders', name, 0, 1, 0, now(), now() - done
         from (values ('long ago', interval '8 days'), ('lately', interval '6 days')) t (name, done)`,
    )
    await pruneFinishedRows(database.pool)
    const { rows } = await database.asOwner(
      `select 'timer ' || stream_id as what from timers union all select 'work ' || stream_id from work_done order by 1`,
    )
    expect(rows.map(({ what }) => what)).toEqual(['timer lately', 'timer never', 'work lately'])
  })

  it('forgets expired holds, and places and their numbers a month after their day', async () => {
    const today = istDate(new Date())
    await database.asOwner(
      `insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
       select gen_random_uuid(), md5(name)::uuid, $1::date + days, 1, bookings, now() + rest
         from (values ('long ago', -40, 1, null), ('longer ago', -41, 2, null), ('lately', -20, 1, null),
                      ('expired', 3, 0, interval '-1 s'), ('held', 3, 0, interval '1 hour')) v (name, days, bookings, rest),
              generate_series(1, 3)`,
      [today],
    )
    await pruneFinishedRows(database.pool, 2)
    const { rows } = await database.asOwner(
      'select date - $1::date as days, count(*)::int as n from visit_places group by date order by date',
      [today],
    )
    expect(rows).toEqual([
      { days: -20, n: 3 },
      { days: 3, n: 3 },
    ])
    const { rows: counted } = await database.asOwner(
      'select date - $1::date as days, sum(taken[1])::int as n from lab_days group by date order by date',
      [today],
    )
    expect(counted).toEqual(rows)
  })

  it('forgets what operators and admins did about failures, accounts and reviews after a year, but for what is so still', async () => {
    await database.asOwner('truncate dead_letters')
    const [disabled, enabled] = [
      await createUser(database, 'customer'),
      await createUser(database, 'customer'),
    ]
    await database.asOwner(
      `insert into account_changes (at, action, user_id, reason, changed_by)
       select now() - make_interval(days => days), action, id::uuid, days || ' ' || action, id::uuid
         from (values (500, 'account-enabled', $1), (400, 'account-disabled', $1),
                      (500, 'account-disabled', $2), (10, 'account-enabled', $2)) c (days, action, id)`,
      [disabled, enabled],
    )
    await database.asOwner(
      `insert into review_changes (at, booking_id, is_hidden, reason, changed_by)
       select now() - make_interval(days => days), md5(booking)::uuid, hidden, days || ' ' || booking, md5(booking)::uuid
         from (values (500, 'hidden still', true), (500, 'shown again', true), (400, 'shown again', false)) c (days, booking, hidden)`,
    )
    await database.asOwner(
      `insert into dead_letters (consumer, stream_id, position, attempts, error, resolution, resolved_at)
       select 'orders', name, 1, 5, 'no', case when age is not null then 'skipped' end, now() - age
         from (values ('long ago', interval '366 days'), ('lately', interval '364 days'), ('open', null)) l (name, age)`,
    )
    await pruneFinishedRows(database.pool)
    const { rows } = await database.asOwner(
      `select reason as what from account_changes where user_id in ($1, $2)
       union all select reason from review_changes union all select stream_id from dead_letters order by 1`,
      [disabled, enabled],
    )
    expect(rows.map(({ what }) => what)).toEqual([
      '10 account-enabled',
      '400 account-disabled',
      '400 shown again',
      '500 hidden still',
      'lately',
      'open',
    ])
  })

  it('forgets addresses a month after their owners deleted them', async () => {
    const userId = await createUser(database, 'customer')
    await database.asOwner(
      `insert into customer_addresses (id, customer_id, label, address_line1, city, state, pincode, phone, deleted_at)
       select gen_random_uuid(), $1, 'Home', name, 'Pune', 'Maharashtra', '411001', '+919812345678', now() - age
         from (values ('long ago', interval '31 days'), ('lately', interval '29 days'), ('present', null)) a (name, age)`,
      [userId],
    )
    await pruneFinishedRows(database.pool)
    const { rows } = await database.asOwner(
      'select address_line1 as what from customer_addresses where customer_id = $1 order by 1',
      [userId],
    )
    expect(rows.map(({ what }) => what)).toEqual(['lately', 'present'])
  })
})

describe('the schedule', () => {
  it('says of each table who deletes its rows, or why they stay', async () => {
    const { rows } = await database.asOwner(
      `select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'log')`,
    )
    const decided = [
      ...retention.map(({ table }) => table),
      ...Object.keys(endedElsewhere),
      ...Object.keys(lasting),
    ].map((table) => (table.includes('.') ? table : `public.${table}`))
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('finds the rows by indexes, but for small tables', async () => {
    const small = ['maintenance_notices', 'operation_runs', 'sms_days', 'visit_places']
    await inTransaction(database.pool, async (client) => {
      // of empty tables the planner reads everything
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_mergejoin = off')
      for (const { table, isOver } of retention.filter((each) => !small.includes(each.table))) {
        const { rows } = await client.query(
          `explain (format json) select ctid from ${table} where ${isOver} limit 10`,
        )
        const plan = JSON.stringify(rows[0]['QUERY PLAN'])
        expect(plan, table).not.toContain(`"Seq Scan"`)
        expect(plan, table).toContain('"Index Cond"')
      }
    })
  })
})
