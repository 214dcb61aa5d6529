import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { type Accounts, signInAll } from './load/accounts.ts'
import { type PlainService, startPlainService } from './peers/start-plain-service.ts'
import { createDatabase, createGenerated } from './stack/database.ts'
import { type Services, startServices, untilReady } from './stack/services.ts'

export type Stack = Services & { accounts: Accounts; bookings: number }

/** What the rows of a run share. Each part is made when a row first asks for it. */
export type Context = {
  isQuick: boolean
  /** How long one figure is measured, s */
  seconds: number
  /** Of the database with many bookings */
  large: number
  /** An empty migrated database, for rows below the services */
  bare(): Promise<{ databaseUrl: string; redisUrl: string }>
  /** A new database on the bench's server with generated bookings. @returns its URL */
  generated(name: string, bookings: number): Promise<string>
  /** All services on a database with few bookings, and with many */
  stack(size: 'small' | 'large'): Promise<Stack>
  /** The plain service on the database of that stack */
  plain(size: 'small' | 'large'): Promise<PlainService>
  redisUrl(): Promise<string>
  directory: string
  close(): Promise<void>
}

type Options = { isQuick: boolean; seconds: number; small: number; large: number }

export async function createContext({ isQuick, seconds, small, large }: Options): Promise<Context> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-bench-'))
  const closings: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })]
  const closeLater = <Part>(part: Part, close: (part: Part) => Promise<unknown>) => {
    closings.push(() => close(part))
    return part
  }
  const sizes = { small, large }

  const postgres = once(async () =>
    closeLater(await startPostgres({ dataDir: directory }), (server) => server.stop()),
  )
  const startOwnRedis = async (name: string) =>
    closeLater(await startRedis({ dataDir: join(directory, name) }), (server) => server.stop())
  const redis = once(() => startOwnRedis('redis-bare'))
  const redisUrl = async () => (await redis()).url
  const bare = once(async () => ({
    databaseUrl: await createDatabase((await postgres()).url, 'bare'),
    redisUrl: await redisUrl(),
  }))
  async function generated(name: string, bookings: number): Promise<string> {
    console.log(`Generating ${bookings.toLocaleString('en')} bookings …`)
    return createGenerated((await postgres()).url, name, bookings)
  }
  const stack = onceFor(async (size: 'small' | 'large'): Promise<Stack> => {
    const databaseUrl = await generated(size, sizes[size])
    console.log('Starting the services and filling the read tables …')
    // stacks do not share a Redis: they would share the queues
    const { url } = await startOwnRedis(`redis-${size}`)
    const services = closeLater(
      await startServices({ databaseUrl, redisUrl: url, directory, nodeArgs: { api: ['--expose-gc'] } }),
      (started) => started.close(),
    )
    await untilReady(services)
    return { ...services, accounts: await signInAll(services), bookings: sizes[size] }
  })
  const plain = onceFor(async (size: 'small' | 'large') =>
    closeLater(await startPlainService((await stack(size)).databaseUrl), (service) => service.close()),
  )
  return {
    isQuick,
    seconds,
    large,
    directory,
    bare,
    generated,
    stack,
    plain,
    redisUrl,
    async close() {
      for (const close of closings.toReversed()) await close()
    },
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

function onceFor<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const made = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
