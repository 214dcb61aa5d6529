import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPostgresPool, inTransaction, isTransient } from './postgres.ts'
import { createSlonikPool } from './slonik.ts'

/** A message of the protocol: its type, its length and its body. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const authenticated = message('R', Buffer.from([0, 0, 0, 0]))
const ready = message('Z', Buffer.from('I'))
const terminated = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

/** A server that ends each connection in the moment it is made. @returns its URL */
async function startEndingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, terminated])))
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/database`
}

describe('a connection that ends in the moment it is made fails its caller, and not the process', () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  beforeAll(() => void process.on('uncaughtExceptionMonitor', note))
  afterAll(() => void process.off('uncaughtExceptionMonitor', note))

  it('of pg', async () => {
    const pool = createPostgresPool({ url: await startEndingServer(), name: 'test' })
    onTestFinished(() => pool.end())
    await expect(inTransaction(pool, async () => {})).rejects.toThrow()
    expect(uncaught).toEqual([])
  })

  it('of slonik, also that on which it asks for the types of columns', async () => {
    const pool = await createSlonikPool({ url: await startEndingServer(), name: 'test' })
    onTestFinished(() => pool.end())
    await expect(pool.query(sql.unsafe`select 1`)).rejects.toThrow()
    expect(uncaught).toEqual([])
  })
})

describe('a Postgres that is away on a Unix socket', () => {
  const failure = (code: string, syscall: string) =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

  it('is one that answers a moment later, whatever the system call that failed', () => {
    const codes = [
      failure('EPIPE', 'write'),
      failure('ENOENT', 'connect'),
      failure('ECONNREFUSED', 'connect'),
    ]
    for (const error of codes) expect(isTransient(error), error.message).toBe(true)
  })

  it('is something else than a file that is missing', () => {
    expect(isTransient(failure('ENOENT', 'open'))).toBe(false)
  })
})
