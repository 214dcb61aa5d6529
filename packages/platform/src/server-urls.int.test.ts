import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { type Authority, createAuthority } from '@jaanch/tests/support/certificate'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostgresPool } from './postgres.ts'
import { createSlonikPool } from './slonik.ts'

const database = useTestDatabase()
const sockets = new Set<Socket>()
let directory: string
let authority: Authority
let identity: { cert: string; key: string }
/** Answers as a server that demands TLS, and passes what it decrypts on to the database. */
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write('S')
    const secure = new TLSSocket(socket, { isServer: true, ...identity })
    const { hostname, port } = new URL(database.url)
    const upstream = connect(Number(port), hostname)
    for (const [one, other] of [
      [secure, upstream],
      [upstream, secure],
    ] as const)
      one.on('error', () => other.destroy())
    secure.pipe(upstream).pipe(secure)
  })
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jaanch-tls-'))
  await renew()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(async () => {
  cut()
  server.close()
  await rm(directory, { recursive: true })
})

/** Another authority, which signs the certificate of the server. */
async function renew(): Promise<void> {
  authority = await createAuthority('databases of the test')
  identity = await authority.issue('localhost')
  await writeFile(join(directory, 'ca.crt'), authority.certificate)
}

function cut(): void {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}

/** @param tls of the URL */
function urlWith(tls: Record<string, string>, hostname = 'localhost'): string {
  const { port } = server.address() as AddressInfo
  const url = Object.assign(new URL(database.serviceUrl), { hostname, port: String(port) })
  for (const [name, value] of Object.entries(tls)) url.searchParams.set(name, value)
  return url.href
}
const verified = () => ({ sslmode: 'verify-full', sslrootcert: join(directory, 'ca.crt') })

/** A pool of each kind */
const openings = {
  async pg(url: string) {
    const pool = createPostgresPool({ url, name: 'test', max: 1 })
    pool.on('error', () => {})
    return { ask: () => pool.query('select 1'), close: () => pool.end() }
  },
  async slonik(url: string) {
    const pool = await createSlonikPool({ url, name: 'test', max: 1 })
    return { ask: () => pool.oneFirst(sql.unsafe`select 1`), close: () => pool.end() }
  },
}

describe.each(Object.entries(openings))('a pool of %s', (_, open) => {
  async function tryOnce(url: string): Promise<unknown> {
    const pool = await open(url)
    return await pool.ask().finally(() => pool.close())
  }

  it('connects to a server whose certificate is of the authority in the URL', async () => {
    await tryOnce(urlWith(verified()))
    await tryOnce(urlWith({ sslmode: 'no-verify' }))
  })

  it('connects to nobody else: another authority, another name', async () => {
    await expect(tryOnce(urlWith({ sslmode: 'verify-full' }))).rejects.toThrow()
    await expect(tryOnce(urlWith(verified(), '127.0.0.1'))).rejects.toThrow()
    const stranger = await createAuthority('strangers')
    await writeFile(join(directory, 'stranger.crt'), stranger.certificate)
    const sslrootcert = join(directory, 'stranger.crt')
    await expect(tryOnce(urlWith({ ...verified(), sslrootcert }))).rejects.toThrow()
  })

  it('trusts an authority that replaced the first one while it ran', async () => {
    const pool = await open(urlWith(verified()))
    await pool.ask()
    await renew()
    cut()
    await expect.poll(() => pool.ask().then(() => 'answered', String)).toBe('answered')
    await pool.close()
  })
})
