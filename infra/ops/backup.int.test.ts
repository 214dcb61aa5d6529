import { writeFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { runProjector } from '@jaanch/projector/feed/projector'
import { placeBooking } from '@jaanch/tests/support/people'
import { headOf, liveGeneration, readTablesOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { ownStackTest } from '@jaanch/tests/support/test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect } from 'vitest'
import { loadDemo } from '../local/demo/load.ts'
import { knownMigrations, migrate } from '../local/migrations/migrate.ts'
import { backUp } from './backup/back-up.ts'
import { type Manifest, readManifest } from './backup/manifest.ts'
import { restore } from './backup/restore.ts'
import { savedTables } from './backup/tables.ts'
import { createTarget, hashTables, type Target } from './backup/testing.ts'
import { nameAt } from './commands/backup.ts'
import { refusal, runOps, withOps } from './testing.ts'

/** Small parts, so that the tables of the demo have several */
const backupOptions = {
  connections: 3,
  signal: new AbortController().signal,
  partSizes: { events: 500, bytes: 10_000 },
}

// the demo is loaded before the services start; a table is locked, and connections are ended
const it = withOps(
  ownStackTest({ workers: false, prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }) }),
  {
    asOwner: true,
  },
)
  .extend('home', { scope: 'file' }, async ({ stack: _ }, { onCleanup }) => {
    const home = await mkdtemp(join(tmpdir(), 'jaanch-backup-'))
    onCleanup(() => rm(home, { recursive: true }))
    return home
  })
  /** A backup of the demo in many parts, and what the tables contained */
  .extend('demo', { scope: 'file' }, async ({ stack, home }) => {
    const { database } = stack
    await untilProjected(database)
    const live = await liveGeneration(database)
    const readTables = await readTablesOf(database, live?.generation ?? 0)
    // an agreement for the customer's relative, which is withdrawn after the backup
    const { rows: consents } = await database.asOwner(
      `insert into relative_consents (family_member_id, customer_id, version, given_at)
       select f.id, f.customer_id, 1, now() from family_members f
        where not exists (select from relative_consents c where c.family_member_id = f.id) order by f.id limit 2
       returning family_member_id as id`,
    )
    const hashes = await hashTables(database.asOwner, hashedTables)
    const directory = join(home, 'demo')
    const { manifest } = await backUp({ ...backupOptions, url: database.url, directory })
    const { rows } = await database.asOwner(
      `select u.id from users u join booking_details d on d.customer_id = u.id where u.is_active
        group by u.id order by count(*) desc, u.id limit 3`,
    )
    const idsOf = (each: { id: string }[]) => each.map(({ id }) => id)
    return { directory, manifest, hashes, readTables, customers: idsOf(rows), relatives: idsOf(consents) }
  })
  .extend('target', async ({ stack: _ }, { onCleanup }) => {
    const target = await createTarget()
    onCleanup(() => target.drop())
    return target
  })

/** Saved tables, and those that triggers make of them (user_counts has another distribution over its parts) */
// a restore adds an epoch
const hashedTables = savedTables
  .filter((table) => table !== 'log.epochs')
  .concat('public.package_search', 'public.search_vocabulary')

const restoreInto = (target: Target, directory: string) =>
  runOps({ DATABASE_URL: target.url }, 'restore', directory, '--json')

async function tablesOf(target: Target): Promise<number> {
  const { rows } = await target.query(
    "select count(*)::integer as n from pg_tables where schemaname in ('public', 'log')",
  )
  return rows[0].n
}

/** A copy of the backup with another manifest. */
async function copyWith(
  { directory, manifest }: { directory: string; manifest: Manifest },
  change: Partial<Manifest>,
): Promise<string> {
  const copy = await mkdtemp(`${directory}-`)
  await cp(directory, copy, { recursive: true })
  await writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
  return copy
}

describe('a backup', () => {
  it('is restored into an empty database: the same rows, the same read tables, a new epoch', async ({
    stack,
    demo,
    target,
  }) => {
    expect(demo.manifest.tables.find(({ name }) => name === 'log.events')?.parts.length).toBeGreaterThan(2)
    expect(demo.manifest.tables.find(({ name }) => name === 'public.users')?.parts.length).toBeGreaterThan(1)

    const restored = await restoreInto(target, demo.directory)
    expect(restored).toMatchObject({ code: 0 })
    expect(await hashTables(target.query, hashedTables)).toEqual(demo.hashes)
    const { rows: counts } = await target.query(
      'select role, sum(n)::integer as counted, (select count(*)::integer from users u where u.role = c.role) as rows from user_counts c group by role',
    )
    for (const { counted, rows } of counts) expect(counted).toBe(rows)

    const { rows } = await target.query(
      "select (select id from log.epoch) as epoch, (select value from settings where key = 'installation') as installation",
    )
    expect(JSON.parse(restored.out)).toMatchObject({
      previousEpoch: demo.manifest.epoch,
      epoch: rows[0].epoch,
      head: demo.manifest.head,
    })
    expect(rows[0].epoch).not.toBe(demo.manifest.epoch)
    const source = await stack.database.asOwner("select value from settings where key = 'installation'")
    expect(rows[0].installation).not.toBe(source.rows[0].value)
    const sequence = 'select last_value, is_called from order_number_seq'
    expect((await target.query(sequence)).rows).toEqual((await stack.database.asOwner(sequence)).rows)

    const stop = new AbortController()
    const projecting = runProjector({
      url: target.url,
      log: createLog('test', 'silent'),
      signal: stop.signal,
    })
    const database = { ...stack.database, asOwner: target.query }
    await expect.poll(async () => (await liveGeneration(database))?.position).toBe(demo.manifest.head)
    const live = await liveGeneration(database)
    expect(await readTablesOf(database, live?.generation ?? 0)).toEqual(demo.readTables)
    stop.abort()
    await projecting
  })

  it('brings nobody back who was erased since, no account that was disabled since and no consent that was withdrawn since', async ({
    demo,
    target,
    home,
  }) => {
    const ledger = join(home, 'erasures')
    const [erased, disabled, earlier] = demo.customers as [string, string, string]
    const { record } = createErasureLedger(ledger)
    await record('erased', erased)
    await record('disabled', disabled)
    const [withdrawn, kept] = demo.relatives as [string, string]
    await record('consent-withdrawn', withdrawn)
    // enabled again before the backup
    const longAgo = Date.parse(demo.manifest.createdAt) - 86_400_000
    await writeFile(join(ledger, `${longAgo}-disabled-${earlier}`), '')

    await writeFile(join(ledger, `${longAgo}-consent-withdrawn-${kept}`), '')

    const env = { DATABASE_URL: target.url, ERASURE_LEDGER: ledger }
    const missing = await runOps({ ...env, ERASURE_LEDGER: `${ledger}-missing` }, 'restore', demo.directory)
    expect(missing).toMatchObject(refusal('ledger of erasures can'))
    const { code, out } = await runOps(env, 'restore', demo.directory, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ applied: { erased: 1, disabled: 1, consentsWithdrawn: 1 } })
    const { rows } = await target.query(
      `select name = 'Deleted account' as "isErased", is_active as "isActive",
              (select count(*)::int from booking_details where customer_id = u.id and address is not null) as addresses
         from users u where id = any ($1) order by array_position($1, id)`,
      [[erased, disabled, earlier]],
    )
    expect(rows).toEqual([
      { isErased: true, isActive: false, addresses: 0 },
      { isErased: false, isActive: false, addresses: expect.any(Number) },
      { isErased: false, isActive: true, addresses: expect.any(Number) },
    ])
    const { rows: consents } = await target.query(
      `select withdrawn_at is null as "isOpen" from relative_consents
        where family_member_id = any ($1) order by array_position($1, family_member_id)`,
      [[withdrawn, kept]],
    )
    expect(consents).toEqual([{ isOpen: false }, { isOpen: true }])
    const { rowCount } = await target.query('select from sessions')
    expect(rowCount).toBe(0)
  })

  it('made while bookings are placed contains, for each event, the rows that it refers to', async ({
    stack,
    home,
    customer,
    packageId,
    demo: _,
    target,
  }) => {
    const isOver = new AbortController()
    const first = await placeBooking(customer, packageId)
    const headBefore = await headOf(stack.database)
    const placing = Promise.all(
      [1, 2, 3].map(async () => {
        while (!isOver.signal.aborted) await placeBooking(customer, packageId)
      }),
    )
    const directory = join(home, 'under-load')
    const env = { DATABASE_URL: stack.database.serviceUrl, DATABASE_OWNER_URL: stack.database.url }
    const made = await runOps(env, 'backup', directory)
    isOver.abort()
    await placing
    expect(made).toMatchObject({ code: 0 })
    const { head } = await readManifest(directory)
    expect(head).toBeGreaterThanOrEqual(headBefore)
    expect(head).toBeLessThanOrEqual(await headOf(stack.database))

    expect(await restoreInto(target, directory)).toMatchObject({ code: 0 })
    const { rows: log } = await target.query(
      'select count(*)::integer as events, min(position)::integer as first, max(position)::integer as last from log.events',
    )
    expect(log).toEqual([{ events: head, first: 1, last: head }])
    const { rows: missing } = await target.query(
      `select e.position, d.booking_id, u.id from log.events e
         left join booking_details d on e.stream_id = 'booking-' || d.booking_id
         left join users u on u.id = d.customer_id
        where e.type = 'BookingPlaced' and (d.booking_id is null or u.id is null)`,
    )
    expect(missing).toEqual([])
    const { rowCount } = await target.query('select from log.events where stream_id = $1', [
      `booking-${first.id}`,
    ])
    expect(rowCount).toBeGreaterThan(0)
  })

  it('a backup with --keep takes the place of an older one, and can be read', async ({
    ops,
    home,
    demo: _,
  }) => {
    const parent = join(home, 'nightly')
    let newest = ''
    for (let n = 0; n < 2; n += 1) {
      // backups are named by the second
      await expect.poll(() => nameAt(new Date())).not.toBe(newest)
      expect(await ops('backup', parent, '--keep', '1')).toMatchObject({ code: 0 })
      const names = await readdir(parent)
      expect(names).toHaveLength(1)
      expect((names[0] ?? '') > newest).toBe(true)
      newest = names[0] ?? ''
    }
    const checked = await runOps({}, 'check-backup', join(parent, newest), '--json')
    const { tables: _tables, sequences: _sequences, ...summary } = await readManifest(join(parent, newest))
    expect(JSON.parse(checked.out)).toMatchObject({ createdAt: summary.createdAt, head: summary.head })
  })

  it('that cannot be read is told by check-backup, with the file', async ({ home, demo }) => {
    const [part] = demo.manifest.tables.flatMap(({ parts }) => parts).filter(({ rows }) => rows > 1)
    const file = part?.file ?? ''
    const tables = demo.manifest.tables.map((table) => ({
      ...table,
      parts: table.parts.map((each) => (each.file === file ? { ...each, rows: each.rows + 1 } : each)),
    }))
    const otherRows = await copyWith(demo, { tables })
    expect(await runOps({}, 'check-backup', otherRows)).toMatchObject(refusal(`${file} has`))
    const cut = await copyWith(demo, {})
    await writeFile(join(cut, file), 'not what was written')
    expect(await runOps({}, 'check-backup', cut)).toMatchObject(refusal(`${file} is damaged`))
    expect(await runOps({}, 'check-backup', home)).toMatchObject(refusal('is not a complete backup'))
  })

  it('can be read by its owner only', async ({ demo }) => {
    expect((await stat(demo.directory)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(demo.directory))
      expect((await stat(join(demo.directory, name))).mode & 0o777).toBe(0o600)
  })

  it('is not written into a directory that contains anything', async ({ ops, demo }) => {
    const before = await readdir(demo.directory)
    expect(await ops('backup', demo.directory)).toMatchObject(refusal('is not empty'))
    expect(await readdir(demo.directory)).toEqual(before)
  })

  it('needs the owner of the tables', async ({ stack, home }) => {
    const services = { DATABASE_URL: stack.database.serviceUrl }
    const directory = join(home, 'not-allowed')
    expect(await runOps(services, 'backup', directory)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/name it in DATABASE_OWNER_URL\.\n$/),
    })
    await expect(stat(directory)).rejects.toThrow('ENOENT')
  })

  it('does not begin while the disk of the database is too full, and leaves no directory', async ({
    stack,
    home,
  }) => {
    const directory = join(home, 'full')
    const options = { ...backupOptions, url: stack.database.url, directory, reserved: 1e18 }
    await expect(backUp(options)).rejects.toThrow(/^Only .* are free on the disk/)
    await expect(stat(directory)).rejects.toThrow('ENOENT')
  })

  it('is encrypted for a recipient, and can be read and restored with the secret key', async ({
    demo,
    ops,
    home,
    target,
  }) => {
    const directory = join(home, 'encrypted')
    const none = await runOps(ops.env, 'backup', directory, '--recipient', 'age1x')
    expect(none).toMatchObject(refusal('age1x is no public key of age'))
    await expect(stat(directory)).rejects.toThrow('ENOENT')

    const key = await generateX25519Identity()
    const [right = '', wrong = ''] = ['right.txt', 'wrong.txt'].map((name) => join(home, name))
    await writeFile(right, `# public key: ${await identityToRecipient(key)}\n${key}\n`)
    await writeFile(wrong, await generateX25519Identity())
    const recipient = await identityToRecipient(key)
    expect(await runOps(ops.env, 'backup', directory, '--recipient', recipient)).toMatchObject({ code: 0 })
    expect(await runOps({}, 'check-backup', directory)).toMatchObject({ code: 0 })
    const refused = await runOps({ DATABASE_URL: target.url }, 'restore', directory)
    expect(refused).toMatchObject(refusal('The backup is encrypted'))
    expect(await runOps({}, 'check-backup', directory, '--identity', wrong)).toMatchObject(
      refusal('does not decrypt'),
    )
    const restored = await runOps(
      { DATABASE_URL: target.url },
      ...['restore', directory, '--identity', right],
    )
    expect(restored).toMatchObject({ code: 0 })
    const { rows } = await target.query('select count(*)::integer as n from log.events')
    expect(rows[0].n).toBeGreaterThanOrEqual(demo.manifest.head)
  })

  it('that fails while it copies leaves no directory, or only what others put into it', async ({
    stack,
    home,
  }) => {
    const { database } = stack
    const directory = join(home, 'failed')
    const interrupt = new AbortController()
    const fail = (onProgress: () => unknown) =>
      backUp({
        ...backupOptions,
        url: database.url,
        directory,
        signal: interrupt.signal,
        onProgress: () => void onProgress(),
      })

    const terminations: Promise<unknown>[] = []
    const terminate = () =>
      database.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'ops'`)
    await expect(fail(() => terminations.push(terminate()))).rejects.toThrow()
    // a late one would end a connection of the next backup
    await Promise.all(terminations)
    await expect(stat(directory)).rejects.toThrow('ENOENT')

    const others = ['log.events.0002.zst', 'notes.txt']
    await expect(
      fail(() => {
        for (const name of others) writeFileSync(join(directory, name), '')
      }),
    ).rejects.toThrow('EEXIST')
    expect((await readdir(directory)).toSorted()).toEqual(others)
    await rm(directory, { recursive: true })

    await expect(fail(() => interrupt.abort())).rejects.toThrow()
    await expect(stat(directory)).rejects.toThrow('ENOENT')
  })
})

describe('a restore', () => {
  it('a restore refuses a file with one other byte or none, and names it; a backup of a newer release; and one that lacks a table. It then fills the database, which is migrated and not used', async ({
    demo,
    target,
  }) => {
    const errorOf = async (directory: string) => {
      const { code, err } = await restoreInto(target, directory)
      expect(code).toBe(1)
      return err
    }
    const damaged = await copyWith(demo, {})
    const file = 'public.users.0001.zst'
    const bytes = await readFile(join(damaged, file))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(join(damaged, file), bytes)
    expect(await errorOf(damaged)).toContain(`${file} is damaged`)
    await rm(join(damaged, file))
    expect(await errorOf(damaged)).toContain(`${file} is missing`)

    const newer = { migrations: [...demo.manifest.migrations, '9999_future'] }
    expect(await errorOf(await copyWith(demo, newer))).toContain('lacks (9999_future)')
    const format = { format: 3 } as object
    expect(await errorOf(await copyWith(demo, format))).toContain('use newer code')
    expect(await tablesOf(target)).toBe(0)

    await migrate(target.url)
    // the clock was turned back between two migrations
    await target.query("update migrations set run_at = run_at - interval '1 hour' where name > '0007'")
    const tables = demo.manifest.tables.filter(({ name }) => name !== 'public.users')
    expect(await errorOf(await copyWith(demo, { tables }))).toContain(
      'its tables are not those of its migrations (public.users)',
    )
    expect(await restoreInto(target, demo.directory)).toMatchObject({ code: 0 })
    expect(await hashTables(target.query, hashedTables)).toEqual(demo.hashes)
  })

  it('refuses a database that has people and events, or on which services run', async ({
    ops,
    demo,
    target,
  }) => {
    expect(await ops('restore', demo.directory)).toMatchObject(refusal('Restore into a new database.'))

    await migrate(target.url)
    await target.query("insert into processes (id, service) values (gen_random_uuid(), 'workers')")
    expect((await restoreInto(target, demo.directory)).err).toContain(
      'Services run on this database (workers)',
    )
    await target.query('delete from processes')
    await target.query(
      "insert into log.events values (1, 's', 1, 'T', 1, '{}', 'a', null, null, now(), gen_random_uuid(), 0)",
    )
    expect((await restoreInto(target, demo.directory)).err).toContain('log.events has rows')
  })

  it('of an earlier release runs the migrations that came after it', async ({ home, target }) => {
    const earlier = await createTarget()
    const migrated = await migrate(earlier.url, { most: 13 })
    await earlier.query(
      "insert into users (id, role, name, email, password_hash) values (gen_random_uuid(), 'admin', 'A', 'a@example.org', '')",
    )
    const directory = join(home, 'earlier')
    await backUp({ ...backupOptions, url: earlier.url, directory })
    await earlier.drop()

    const { code, out } = await restoreInto(target, directory)
    expect(code).toBe(0)
    expect([...migrated, ...JSON.parse(out).migrated]).toEqual(knownMigrations())
    expect((await target.query('select name from users')).rows).toEqual([{ name: 'A' }])
  })

  it('that fails leaves a database that no service can use and that is not restored into again', async ({
    demo,
    target,
  }) => {
    const interrupt = new AbortController()
    const interrupted = restore({
      ...backupOptions,
      url: target.url,
      directory: demo.directory,
      signal: interrupt.signal,
      onProgress: (phase) => phase === 'loading' && interrupt.abort(),
    })
    await expect(interrupted).rejects.toThrow('Interrupted')
    await assertClosed(target)
    expect((await restoreInto(target, demo.directory)).err).toContain('did not finish')
  })
})

/** No service can use the database. */
async function assertClosed(target: Target): Promise<void> {
  const pool = createPostgresPool({ url: target.url, name: 'test', max: 1 })
  for (const table of ['public.users', 'public.outbox', 'log.events', 'public.read_generations'])
    await expect(pool.query(`select from ${table}`)).rejects.toThrow('permission denied for schema')
  await expect(pool.query('select from outbox')).rejects.toThrow('does not exist')
  await pool.end()
  await expect(migrate(target.url)).rejects.toThrow('did not finish')
  expect((await runOps({ DATABASE_URL: target.url }, 'status')).err).toContain('did not finish')
}
