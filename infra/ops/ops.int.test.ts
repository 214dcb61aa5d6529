import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { createAppender } from '@jaanch/eventlog/appender'
import { listDeadLetters } from '@jaanch/operations/dead-letters'
import { requestRun } from '@jaanch/operations/request-run'
import { readRun } from '@jaanch/operations/runs'
import type { Step } from '@jaanch/operations/trace/build-tree'
import { createLog } from '@jaanch/platform/logging'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import type { Closing } from '@jaanch/platform/service'
import { watchRuns } from '@jaanch/projector/runs/watch-runs'
import { createErasureLedger } from '@jaanch/storage/erasure-ledger'
import { appendInOrder, eventsOf } from '@jaanch/tests/support/histories'
import { createAdmin, createCustomer, createUser, placeBooking } from '@jaanch/tests/support/people'
import { liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { handleAll } from '@jaanch/workers/engine/testing/handle-all'
import type { Handlers } from '@jaanch/workers/engine/work/handler'
import { assignOrderNumber } from '@jaanch/workers/orders/assign-order-number'
import { startWorkers } from '@jaanch/workers/start'
import { afterEach, describe, expect } from 'vitest'
import { opsTest } from './testing/ops-test.ts'
import { runOps } from './testing.ts'

const it = opsTest()

// a command takes a second alone, and many beside other tests on two cores
const patience = { timeout: 120_000 }

const closings: Closing[] = []

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** Starts workers that assign order numbers, fail while `failing.isOn`, and make a dead letter of the second failure. */
function work(stack: Stack, failing: { isOn: boolean }): void {
  const assign = assignOrderNumber(stack.database.pool)
  const handlers: Handlers = {
    ...handleAll(async () => {}),
    async orders(...args) {
      if (failing.isOn) throw new Error('the printer is on fire')
      await assign(...args)
    },
  }
  closings.push(
    ...startWorkers({
      databaseUrl: stack.database.url,
      redisUrl: 'redis://127.0.0.1:1',
      concurrency: 5,
      log: createLog('test', 'silent'),
      handlers,
      retryPolicy: { attempts: 2, baseMs: 1, maxMs: 5 },
      pollMs: 50,
    }),
  )
}

const deadLetters = (stack: Stack) => listDeadLetters(stack.database.pool)

async function orderOf(stack: Stack, id: string): Promise<string | null> {
  const { rows } = await stack.database.asOwner(
    "select data ->> 'orderNumber' as number from log.events where stream_id = 'booking-' || $1 and type = 'OrderCreated'",
    [id],
  )
  return rows[0]?.number ?? null
}

describe('a dead letter', patience, () => {
  it('is listed, blocks only its own stream, and is handled when it is retried', async ({
    stack,
    packageId,
    ops,
  }) => {
    const customer = await createCustomer(stack)
    const failing = { isOn: true }
    work(stack, failing)
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => deadLetters(stack)).toHaveLength(1)
    const [letter] = await ops.json('dead', 'list')
    expect(letter).toMatchObject({ streamId: `booking-${id}`, error: 'the printer is on fire' })
    expect((await ops('work')).out).toContain('dead')
    const checked = await ops('status', '--check')
    expect(checked.out).toContain("1 of orders's streams wait for an operator")
    expect(checked.code).toBe(1)

    failing.isOn = false
    const other = await placeBooking(customer, packageId)
    await expect.poll(() => orderOf(stack, other.id)).not.toBeNull()
    expect(await orderOf(stack, id)).toBeNull()

    const retried = await ops('dead', 'retry', String(letter?.id))
    expect(retried).toMatchObject({ code: 0, out: `Dead letter ${letter?.id} is tried again.\n` })
    await expect.poll(() => orderOf(stack, id)).not.toBeNull()
    expect(await deadLetters(stack)).toEqual([])
    const again = await ops('dead', 'retry', String(letter?.id))
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain(`No dead letter ${letter?.id} waits`)
  })

  it('that is skipped is never handled, stores the reason and is shown in the trace', async ({
    stack,
    packageId,
    ops,
  }) => {
    const customer = await createCustomer(stack)
    work(stack, { isOn: true })
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => deadLetters(stack)).toHaveLength(1)
    const [letter] = await deadLetters(stack)

    const without = await ops('dead', 'skip', String(letter?.id))
    expect(without.code).toBe(2)
    expect(without.err).toContain('--reason')
    expect(await deadLetters(stack)).toHaveLength(1)

    const skipped = await ops('dead', 'skip', String(letter?.id), '--reason', 'ordered by telephone')
    expect(skipped.code).toBe(0)
    const { rows } = await stack.database.asOwner(
      'select resolution, reason from dead_letters where id = $1',
      [letter?.id],
    )
    expect(rows).toEqual([{ resolution: 'skipped', reason: 'ordered by telephone' }])
    await expect.poll(async () => (await ops('work')).out).toBe('Nothing waits.\n')
    expect(await orderOf(stack, id)).toBeNull()
    expect((await ops('trace', id)).out).toMatch(/skipped +ordered by telephone/)
  })
})

describe('the trace of a booking', patience, () => {
  it('shows the event, when it was pushed, the work and the event that the work appended', async ({
    stack,
    packageId,
    ops,
  }) => {
    const customer = await createCustomer(stack)
    const admin = await createAdmin(stack)
    work(stack, { isOn: false })
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => orderOf(stack, id)).not.toBeNull()
    await admin.client.call(bookingRoutes.changeBookingStatus, {
      params: { id },
      body: { status: 'confirmed' },
    })
    await untilProjected(stack.database)
    await expect
      .poll(
        async () =>
          (
            await stack.database.asOwner(
              "select from work_done where stream_id = $1 and consumer = 'orders'",
              [`booking-${id}`],
            )
          ).rowCount,
      )
      .toBe(1)

    const { code, out } = await ops('trace', id.slice(0, 8))
    expect(code).toBe(0)
    const words = out.split('\n').flatMap((line) => /(?:\+[\d,]+ ms)[^A-Za-z]+(\w+)/.exec(line)?.[1] ?? [])
    for (const word of [
      'BookingPlaced',
      'seen',
      'orders',
      'begun',
      'OrderCreated',
      'done',
      'BookingConfirmed',
    ]) {
      expect(words).toContain(word)
    }
    expect(out).toMatch(/^\d\d \w{3} \d{4} \d\d:\d\d:\d\d\.\d{3} +\+0 ms {2}request/m)
    // ids of persons are not printed
    expect(out).not.toContain(customer.id)

    const { steps } = await ops.json('trace', id)
    const [placing, confirming] = steps as Step[]
    expect(shapeOf(placing?.steps ?? [])).toMatchObject({
      BookingPlaced: { seen: {}, orders: { begun: {}, OrderCreated: { seen: {} }, done: {} } },
    })
    expect(shapeOf(confirming?.steps ?? [])).toMatchObject({ BookingConfirmed: { seen: {} } })
  })

  it('reports an id that no booking has and one that is ambiguous', async ({ stack, ops }) => {
    expect((await ops('trace', 'ffffffff')).err).toBe('No booking or prescription begins with ffffffff.\n')
    expect((await ops('trace', 'my booking')).err).toContain('is not an id')
    const ids = ['abcdef01-0000-4000-8000-000000000001', 'abcdef01-0000-4000-8000-000000000002']
    const appender = createAppender({ pool: stack.database.pool })
    await appendInOrder(
      appender,
      eventsOf(
        ids.map((_, booking) => ({ booking, command: { type: 'confirmOrder' } })),
        (booking) => ids[booking] as string,
      ),
    )
    await appender.close()
    const ambiguous = await ops('trace', 'ABCDEF01')
    expect(ambiguous).toMatchObject({ code: 1, out: '' })
    for (const id of ids) expect(ambiguous.err).toContain(id)
    expect((await ops('trace', ids[0] as string)).code).toBe(0)
  })
})

describe('replay and verify', patience, () => {
  it('make a new generation live, verify it, and report a difference by their exit code', async ({
    stack,
    ops,
  }) => {
    await untilProjected(stack.database)
    const before = (await liveGeneration(stack.database))?.generation
    const dry = await ops('replay', '--dry-run')
    expect(dry).toMatchObject({ code: 0 })
    expect((await liveGeneration(stack.database))?.generation).toBe(before)
    const replayed = await ops('replay')
    expect(replayed.out).toContain('is live.')
    const live = (await liveGeneration(stack.database))?.generation
    expect(live).not.toBe(before)
    expect((await ops('verify')).out).toContain('The live read tables are what the log says.')
    expect((await ops('verify', '--nightly', '25:00')).code).not.toBe(0)
    expect((await ops('verify', '--nightly', 'off')).out).toBe('Nothing is verified at night.\n')

    await stack.database.asOwner(
      `update read_${live}.counts set n = n + 1 where owner = 'admin' and tab = 'all'`,
    )
    const verified = await ops('verify', '--json')
    expect(verified.code).toBe(1)
    expect(JSON.parse(verified.out)).toMatchObject({ different: 1, wentLive: false })
    const refused = await ops('replay')
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('They differ.')
    expect((await liveGeneration(stack.database))?.generation).toBe(live)
    const reason = 'The count was wrong'
    const mended = await ops('replay', '--projection', 'counts', '--accept-differences', '--reason', reason)
    expect(mended).toMatchObject({ code: 0 })
    expect((await ops('verify')).code).toBe(0)
  })

  it('are listed with who asked for them, why, and how they ended', async ({ ops }) => {
    const reason = 'To see it in the list'
    expect((await ops('verify', '--projection', 'counts', '--reason', reason)).code).toBe(0)
    const [verify] = await ops.json('runs')
    expect(verify).toMatchObject({
      kind: 'verify',
      projection: 'counts',
      reason,
      state: 'done',
      different: 0,
    })
    expect((await ops('runs')).out).toContain(reason)
    const stopped = await ops('runs', 'stop', String(verify.id))
    expect((await ops('replay', '--accept-differences')).err).toContain('needs --reason')
    expect(stopped).toMatchObject({ code: 1, out: '' })
    expect(stopped.err).toContain(`Run ${verify.id} cannot be stopped: it is done.`)
  })

  it('are carried out beside the stack when the page asked for them, and steered from the terminal', async ({
    stack,
    ops,
  }) => {
    const stop = new AbortController()
    const log = createLog('test', 'silent')
    const watching = watchRuns({ url: stack.database.url, log, signal: stop.signal })
    const id = await requestRun(stack.database.pool, {
      kind: 'replay',
      requestedBy: `admin:${randomUUID()}`,
      reason: 'A test',
    })
    const stateNow = async () => (await readRun(stack.database.pool, id)).state
    await expect.poll(stateNow).toBe('deciding')
    expect((await ops('verify')).err).toContain('Another replay or verify is under way')
    const accepted = await ops('runs', 'accept', String(id), '--json')
    expect(JSON.parse(accepted.out)).toMatchObject({ id, wanted: 'accept' })
    await expect.poll(stateNow).toBe('done')
    stop.abort()
    await watching
  })
})

/** The names of a tree of steps. */
function shapeOf(steps: Step[]): object {
  return Object.fromEntries(steps.map((step) => [step.what, shapeOf(step.steps)]))
}

describe('the status', patience, () => {
  it('counts the jobs of this installation only, on a Redis that two installations use', async ({
    stack,
    ops,
  }) => {
    const redis = createRedis({
      url: stack.redisUrl,
      name: 'test',
      failFast: false,
      log: createLog('test', 'silent'),
    })
    closings.push(() => redis.disconnect())
    await expect.poll(() => redis.status).toBe('ready')
    const queue = 'ops-test'
    const own = createJobProducer({ redis, prefix: createQueuePrefix(stack.database.pool), queue })
    const other = createJobProducer({ redis, prefix: async () => 'jaanch-other', queue })
    await own.add([{ name: 'job', data: 1 }])
    await other.add([2, 3].map((data) => ({ name: 'job', data })))

    const { queues } = await ops.json('status')
    expect(queues).toContainEqual({ name: queue, waiting: 1, active: 0, delayed: 0, failed: 0 })
    expect((await ops('status')).out).toMatch(/ops-test +1 +0 +0 +0/)
  })
})

describe('check-config', patience, () => {
  const check = (env: Record<string, string>) => runOps(env, 'check-config', '--json')
  const misspelt = { SMPT_URL: 'smtps://mail.test' }

  it('names what is wrong with the settings of services that do not run, and fails for an error only', async ({
    ops,
  }) => {
    const [wrong, bearable] = await Promise.all([
      check({ ...ops.env, ...misspelt, PUBLIC_URL: 'http://jaanch.test' }),
      check({ ...ops.env, ...misspelt, ALLOW_KNOWN_SECRETS: '1' }),
    ])
    const textsOf = ({ out }: { out: string }) =>
      JSON.parse(out).findings.map(({ text }: { text: string }) => text)
    expect(textsOf(wrong)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^PUBLIC_URL is not https/),
        expect.stringMatching(/^SMTP_URL is not set/),
        expect.stringMatching(/^No backup/),
        'SMPT_URL is no setting.',
      ]),
    )
    expect(textsOf(bearable)).toEqual(['SMPT_URL is no setting.'])
    expect([wrong.code, bearable.code]).toEqual([1, 0])
  })

  it('names them without a database too, whose silence is the exit code', async () => {
    const { code, out, err } = await check({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/jaanch' })
    expect(out).toContain('CLAMD_URL is not set')
    expect(err).toContain('The database')
    expect(code).toBe(3)
  })
})

describe('restored', patience, () => {
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

describe('restored, with the ledger of erasures', patience, () => {
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
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('ledger of erasures can') })
  })
})

describe('the commands without a stack or Redis', patience, () => {
  it('print a sentence about what to do', async ({ ops }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-ops-'))
    const none = await runOps({ DATABASE_URL: '', REDIS_URL: '', DATA_DIR: dataDir }, 'status')
    expect(none).toMatchObject({ code: 3, out: '' })
    expect(none.err).toBe(
      `No stack runs on ${dataDir}: start it with npm start, name another with DATA_DIR=…, or set DATABASE_URL.\n`,
    )
    await rm(dataDir, { recursive: true })
    const away = await runOps({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'status')
    expect(away.code).toBe(3)
    expect(away.err).toContain('The database does not let us in (ECONNREFUSED)')
    const withoutRedis = await runOps({ ...ops.env, REDIS_URL: 'redis://127.0.0.1:1' }, 'status')
    expect(withoutRedis).toMatchObject({ code: 0 })
    expect(withoutRedis.out).toContain('Redis does not answer')
  })
})

describe('remove-second-factor', patience, () => {
  it('removes what a user has lost, signs the user out, and is in the audit trail [V6.4.4]', async ({
    stack,
    ops,
  }) => {
    const admin = await createAdmin(stack)
    const { rows } = await stack.database.asOwner('select email from users where id = $1', [admin.id])
    await stack.database.asOwner(
      `insert into second_factors (id, user_id, kind, device, secret, last_step, created_at)
       values ($1, $2, 'totp', 'Chrome on Android', 'x', 1, now())`,
      [randomUUID(), admin.id],
    )
    await stack.database.asOwner("insert into recovery_codes (user_id, code_hash) values ($1, 'x')", [
      admin.id,
    ])
    const email: string = rows[0].email
    const removed = await ops('remove-second-factor', email.toUpperCase())
    expect(removed.out).toMatch(
      /^1 removed[\s\S]*needs a code: .* or ([A-Z2-7]{4}-){3}[A-Z2-7]{4}, which works once/,
    )
    expect((await ops('remove-second-factor', admin.id)).out).toContain('had no second factor')
    expect(await ops('remove-second-factor', 'nobody@example.org')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such user.'),
    })
    await expect.poll(async () => (await admin.client.ask(authRoutes.getMe)).status).toBe(401)
    const audit = await stack.database.asOwner(
      'select action, actor, details from audit where user_id = $1',
      [admin.id],
    )
    expect(audit.rows).toEqual([
      { action: 'second-factor-removed', actor: 'operator', details: { removed: 1 } },
      ...[1, 2].map(() => ({ action: 'recovery-codes-renewed', actor: 'operator', details: {} })),
    ])
    const codes = await stack.database.asOwner('select from recovery_codes where user_id = $1', [admin.id])
    expect(codes.rows).toHaveLength(1)
  })
})
