import '@jaanch/booking-stream/streams'
import { randomUUID } from 'node:crypto'
import { type Appender, type AppenderOptions, createAppender } from '@jaanch/eventlog/appender'
import { serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import { applicationRole, createPostgresPool, withClient } from '@jaanch/platform/postgres'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { servicePassword, templateDatabase } from './names.ts'

export type TestDatabase = {
  /** Connection string of the owner, who may read everything */
  url: string
  /** That of the services, whose login may act as their role only */
  serviceUrl: string
  /** A pool with the login and role of the services */
  pool: pg.Pool
  /** Runs a statement as the owner */
  asOwner(text: string, values?: unknown[]): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/** Creates a new, migrated database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${templateDatabase}`)
  // grants on a database are not copied from its template
  await onServer(server, `grant create on database ${name} to ${applicationRole}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return openTestDatabase(url.href, () => onServer(server, `drop database ${name} with (force)`))
}

/** The pools of a database that is migrated already and has the login of the services. @param drop called by `drop` when they are closed */
export function openTestDatabase(ownerUrl: string, drop: () => Promise<unknown>): TestDatabase {
  // on a busy machine a new connection takes many seconds
  const url = `${ownerUrl}?connect_timeout=30`
  const services = serviceUrl(url, servicePassword)
  const pool = createPostgresPool({ url: services, name: 'test', max: 20 })
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => {})
  return {
    url,
    serviceUrl: services,
    pool,
    asOwner: (text, values) => owner.query(text, values),
    async drop() {
      await Promise.all([pool.end(), owner.end()])
      await drop()
    },
  }
}

/** A database of its own for the tests of a file or a `describe`, dropped after them. It exists from `beforeAll` on. */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await createTestDatabase()))
  afterAll(() => database.drop())
  return database
}

/** An appender whose callers wait for as long as a busy machine may take. */
export function createTestAppender(options: AppenderOptions): Appender {
  return createAppender({ timeoutMs: 120_000, ...options })
}

/** An appender for the same tests. */
export function useAppender(database: TestDatabase): Appender {
  const appender = {} as Appender
  beforeAll(() => void Object.assign(appender, createTestAppender({ pool: database.pool })))
  afterAll(() => appender.close())
  return appender
}

/** Damages the log as no service can: an event is missing. */
export async function removeEvent(database: TestDatabase, position: number): Promise<void> {
  await database.asOwner(
    `begin; set local session_replication_role = replica; delete from log.events where position = ${position}; commit`,
  )
}

const onServer = (url: string, statement: string) => withClient(url, (client) => client.query(statement))
