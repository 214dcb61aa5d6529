import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { createUser } from '@jaanch/tests/support/people'
import { liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { operator } from './record-command.ts'
import { refusal, runOps, withOps } from './testing.ts'

// replays change the read tables, epochs begin, and all dead letters are deleted before each test
const it = withOps(ownStackTest({ workers: false }))

it.beforeEach(({ stack }) => stack.database.asOwner('truncate work, dead_letters, outbox, timers cascade'))

it('replay makes a new generation live unless rows differ, and accepts differences that were shown', async ({
  stack,
  ops,
}) => {
  await untilProjected(stack.database)
  const before = (await liveGeneration(stack.database))?.generation
  const replayed = await ops('replay')
  expect(replayed.out).toContain('is live.')
  const live = (await liveGeneration(stack.database))?.generation
  expect(live).not.toBe(before)
  expect((await ops('verify')).out).toContain('The live read tables are what the log says.')

  await stack.database.asOwner(`insert into read_${live}.counts values ('customer-nobody', 'all', 1)`)
  const verified = await ops('verify', '--json')
  expect(verified.code).toBe(1)
  const { run, ...found } = JSON.parse(verified.out)
  expect(found).toMatchObject({ different: 1, wentLive: false })
  const refused = await ops('replay')
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('They differ.')
  expect(refused.out).toContain(`--accept-differences ${run + 1} --reason`)
  expect((await liveGeneration(stack.database))?.generation).toBe(live)
  const accept = (id: number, ...more: string[]) => ops('replay', '--accept-differences', String(id), ...more)
  expect((await accept(run + 1)).err).toContain('needs --reason')
  expect((await accept(run, '--reason', 'The count was wrong')).err).toContain('not the newest comparison')
  expect(await accept(run + 1, '--reason', 'The count was wrong')).toMatchObject({ code: 0 })
  expect((await ops('verify')).code).toBe(0)
})

it('dead letters are in the status until they are tried again, or skipped with a reason', async ({
  stack,
  ops,
}) => {
  await stack.database.asOwner(
    `with dead as (
       insert into work (consumer, stream_id, since, upto, is_dead)
       select 'orders', 'booking-' || n, 0, n, true from generate_series(1, 2) n returning *)
     insert into dead_letters (consumer, stream_id, position, attempts, error)
     select consumer, stream_id, upto, 3, 'the printer is on fire' from dead`,
  )
  const checked = await ops('status', '--check')
  expect(checked).toMatchObject({
    code: 1,
    out: expect.stringContaining("2 of orders's streams wait for an operator"),
  })
  const letters: { id: number; error: string }[] = await ops.json('dead', 'list')
  expect(letters.map(({ error }) => error)).toEqual(Array(2).fill('the printer is on fire'))
  const [first, second] = letters.map(({ id }) => String(id)) as [string, string]

  const retry = () => ops('dead', 'retry', first)
  expect(await retry()).toMatchObject({ code: 0, out: `Dead letter ${first} is tried again.\n` })
  expect(await retry()).toMatchObject({ code: 1, out: '', err: `No dead letter ${first} waits.\n` })
  expect((await ops('dead', 'skip', second)).code).toBe(2)
  expect((await ops('dead', 'skip', second, '--reason', 'ordered by telephone')).code).toBe(0)
  const { rows } = await stack.database.asOwner('select resolution, reason from dead_letters order by id')
  expect(rows).toEqual([
    { resolution: 'retried', reason: null },
    { resolution: 'skipped', reason: 'ordered by telephone' },
  ])
})

it('dead letters of one consumer and error are counted and tried again together', async ({ stack, ops }) => {
  await stack.database.asOwner(
    `with dead as (
       insert into work (consumer, stream_id, since, upto, is_dead)
       select 'reports', 'booking-' || n, 0, n, true from generate_series(1, 3) n returning *)
     insert into dead_letters (consumer, stream_id, position, attempts, error)
     select consumer, stream_id, upto, 3, case when upto < 3 then E'No answer\\n at ' || upto else 'No paper' end from dead`,
  )
  const { groups } = await ops.json('dead', 'list', '--groups')
  expect(groups).toMatchObject([
    { consumer: 'reports', reason: 'No answer', count: 2 },
    { consumer: 'reports', reason: 'No paper', count: 1 },
  ])
  const args = ['dead', 'retry', '--of', 'reports', '--error', 'No answer']
  expect(await ops.json(...args)).toEqual({ retried: 2 })
  expect(await ops.json('dead', 'list')).toMatchObject([{ error: 'No paper' }])
  expect(await ops(...args)).toMatchObject({
    code: 1,
    err: 'No dead letter of reports waits with this error.\n',
  })
  expect((await ops('dead', 'retry')).code).toBe(2)
})

it('dead messages of a channel are given up together, by their error and age, and their codes are gone', async ({
  stack,
  ops,
}) => {
  const { database } = stack
  await database.asOwner(
    `with dead as (
       insert into outbox (id, channel, recipient_user_id, subject, body, attempts, outcome)
       select gen_random_uuid(), 'sms', $1, '', 'The code is ' || n, 20, 'dead' from generate_series(1, 4) n returning id, body)
     insert into dead_letters (consumer, stream_id, position, message_id, attempts, error, failed_at)
     select 'sms', 'user-' || $1, 0, id, 20, case when body like '% 4' then 'No route' else 'No credit' end,
            case when body like '% 1' then now() else now() - interval '3 hours' end from dead`,
    [await createUser(database, 'customer')],
  )
  const args = ['dead', 'skip', '--of', 'sms', '--error', 'No credit', '--older-than', '2', '--reason']
  expect(await ops.json(...args, 'no news any more')).toEqual({ skipped: 2 })
  expect((await ops(...args, 'again')).err).toContain('No such dead message of sms waits.')
  const { rows } = await database.asOwner('select outcome, body from outbox order by outcome, body')
  expect(rows).toEqual([
    { outcome: 'dead', body: 'The code is 1' },
    { outcome: 'dead', body: 'The code is 4' },
    { outcome: 'skipped', body: null },
    { outcome: 'skipped', body: null },
  ])
  const letters = await database.asOwner('select reason from dead_letters where resolution is not null')
  expect(letters.rows).toEqual([{ reason: 'no news any more' }, { reason: 'no news any more' }])
  expect((await ops('dead', 'skip', '--reason', 'x')).code).toBe(2)
})

it('replay --code refuses code that is not there, and differences to accept', async ({ ops }) => {
  expect(await ops('replay', '--code', 'no-such-branch')).toMatchObject(
    refusal('no-such-branch is neither a release beside the running one nor a commit'),
  )
  expect(await ops('replay', '--code', 'main', '--accept-differences', '12')).toMatchObject({
    code: 2,
    err: 'A trial makes nothing live: give either --code or --accept-differences.\n',
  })
})

describe('restored', () => {
  it('begins a new epoch with its reason, which the status shows with the push of each API process', async ({
    stack,
    ops,
  }) => {
    const without = await ops('restored')
    expect(without.code).toBe(2)
    expect(without.err).toContain('--reason')
    const { epoch: before } = await ops.json('status')

    const restored = await ops('restored', '--reason', 'the backup of Monday')
    expect(restored.code).toBe(0)
    const { epoch, epochReason, processes } = await ops.json('status')
    expect(epoch).not.toBe(before)
    expect(restored.out).toContain(epoch)
    expect(epochReason).toBe('the backup of Monday')
    expect((await ops('status')).out).toContain('(the backup of Monday)')
    const position = (await liveGeneration(stack.database))?.position
    expect(processes).toContainEqual(expect.objectContaining({ service: 'api' }))
    // written with the next beat
    await expect
      .poll(async () => (await ops.json('status')).processes)
      .toContainEqual(
        expect.objectContaining({ tail: expect.objectContaining({ position, lag: 0, unpresentable: 0 }) }),
      )
  })
})

describe('restored, with the ledger of erasures', () => {
  it('erases, disables and withdraws again, and leaves what the state knows to be allowed later', async ({
    stack,
    ops,
    onTestFinished,
  }) => {
    const directory = await mkdtemp(join(tmpdir(), 'erasures-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const { pool } = stack.database
    const [erased, disabled, enabled] = await Promise.all(
      Array.from({ length: 3 }, () => createUser(stack.database, 'customer')),
    )
    const { record } = createErasureLedger(directory)
    await record('erased', erased as string)
    for (const id of [disabled, enabled]) await record('disabled', id as string)
    await stack.database.asOwner(
      `insert into account_changes (action, user_id, reason, changed_by) values ('account-enabled', $1, 'a mistake', $1)`,
      [enabled],
    )

    // one consent is older than its entry, the other newer
    const [withdrawn, givenAgain] = [randomUUID(), randomUUID()]
    for (const [id, givenAt] of [
      [withdrawn, '1 day'],
      [givenAgain, '-1 day'],
    ]) {
      await stack.database.asOwner(
        `insert into family_members (id, customer_id, name, relationship) values ($1, $2, 'Ravi Rao', 'Father')`,
        [id, enabled],
      )
      await stack.database.asOwner(
        `insert into relative_consents (family_member_id, customer_id, version, given_at) values ($1, $2, 1, now() - $3::interval)`,
        [id, enabled, givenAt],
      )
      await stack.database.asOwner(
        `insert into shares (id, customer_id, family_member_id, link_hash, label, reports, trends, passcode_hash, request_hash, created_at, expires_at)
         values ($1::uuid, $2, $1::uuid, sha256($1::uuid::text::bytea), 'Dr Iyer', 1, 0, '', '', now(), now() + interval '1 day')`,
        [id, enabled],
      )
      await record('consent-withdrawn', id as string)
    }

    const restore = () =>
      runOps({ ...ops.env, ERASURE_LEDGER: directory }, 'restored', '--reason', 'to 14:30', '--json')
    const { code, out } = await restore()
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ applied: { erased: 1, disabled: 1, consentsWithdrawn: 1 } })
    const { rows } = await pool.query(
      'select erased_at is not null as erased, is_active as active from users where id = any ($1) order by array_position($1, id)',
      [[erased, disabled, enabled]],
    )
    expect(rows).toEqual([
      { erased: true, active: false },
      { erased: false, active: false },
      { erased: false, active: true },
    ])
    const { rows: consents } = await stack.database.asOwner(
      `select c.withdrawn_at is null as "isOpen", s.end_reason as "shareEnded"
         from relative_consents c join shares s using (family_member_id)
        where family_member_id = any ($1) order by array_position($1, family_member_id)`,
      [[withdrawn, givenAgain]],
    )
    expect(consents).toEqual([
      { isOpen: false, shareEnded: 'consent' },
      { isOpen: true, shareEnded: null },
    ])
    const audit = await pool.query(
      `select action, object from audit
        where user_id = any ($1) and action in ('account-erased', 'account-disabled', 'relative-consent-withdrawn') order by action`,
      [[erased, disabled, enabled]],
    )
    expect(audit.rows).toEqual([
      { action: 'account-disabled', object: `user:${disabled}` },
      { action: 'account-erased', object: null },
      { action: 'relative-consent-withdrawn', object: `family-member:${withdrawn}` },
    ])
    expect(JSON.parse((await restore()).out)).toMatchObject({
      applied: { erased: 0, disabled: 0, consentsWithdrawn: 0 },
    })

    const without = await ops('restored', '--reason', 'to 14:30')
    expect(without.out).toContain('ERASURE_LEDGER is not set')
    const missing = await runOps(
      { ...ops.env, ERASURE_LEDGER: `${directory}-missing` },
      'restored',
      '--reason',
      'x',
    )
    expect(missing).toMatchObject(refusal('ledger of erasures can'))
  })
})

it('the audit trail has each command that changes something, without its reason, and none that only shows', async ({
  stack,
  ops,
}) => {
  const reason = 'Mr. Ondine telephoned about it'
  await ops('status')
  await ops('dead', 'retry', '4711')
  await ops('restored', '--reason', reason)
  const { rows } = await stack.database.asOwner(
    "select actor, details from audit where action = 'operator-command' order by id desc limit 2",
  )
  const actor = `operator:${operator()}`
  expect(rows).toEqual([
    { actor, details: { command: 'restored' } },
    { actor, details: { command: 'dead retry', id: 4711 } },
  ])
})
