/** The servers of DATABASE_URL and REDIS_URL: used as they are, after a check that they can be reached. */
import { connect as connectSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../problem.ts'
import type { LocalServer } from '../supervisor.ts'

const ATTEMPTS = 5
const RETRY_AFTER_MS = 1000
const CONNECT_TIMEOUT_MS = 3000

/** @throws Problem if we cannot log in */
export function useExternalPostgres(url: string): Promise<LocalServer> {
  return useExternal('DATABASE_URL', url, 5432, async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    await client.connect()
    await client.end()
  })
}

/** @throws Problem if it does not accept connections */
export function useExternalRedis(url: string): Promise<LocalServer> {
  return useExternal('REDIS_URL', url, 6379, ({ host, port }) => connectOnce(host, port))
}

type Address = { host: string; port: number }

async function useExternal(
  variable: string,
  url: string,
  defaultPort: number,
  connect: (address: Address) => Promise<void>,
) {
  const { hostname, port } = new URL(url)
  const address = { host: hostname.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port) || defaultPort }
  for (let attempts = 1; ; attempts++) {
    try {
      await connect(address)
      return { url, socketUrl: url, pid: () => undefined, stop: async () => {}, kill: () => {} }
    } catch (error) {
      // Host and port only: the URL may contain a password.
      const problem = `${variable} names ${address.host}:${address.port}, which cannot be used`
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      if (attempts === ATTEMPTS) throw new Problem(`${problem} (${reason}): start it, or unset ${variable}.`)
      await sleep(RETRY_AFTER_MS)
    }
  }
}

function connectOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port, timeout: CONNECT_TIMEOUT_MS })
    socket.on('connect', () => resolve())
    socket.on('timeout', () => reject(new Error('no response')))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('connection closed')))
    socket.on('connect', () => socket.destroy())
  })
}
