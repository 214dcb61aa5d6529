import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createPostgresPool, inTransaction } from './postgres.ts'

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

it('a connection that ends in the moment it is made fails its caller, and not the process', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, terminated])))
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = createPostgresPool({ url: `postgres://user@127.0.0.1:${port}/database`, name: 'test' })
  onTestFinished(async () => {
    await pool.end()
    server.close()
  })
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))

  await expect(inTransaction(pool, async () => {})).rejects.toThrow()
  expect(uncaught).toEqual([])
})
