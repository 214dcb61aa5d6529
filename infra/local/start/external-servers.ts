/** The servers of DATABASE_URL and REDIS_URL: used as they are, after a check that they can be reached. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../problem.ts'
import type { LocalServer } from '../supervisor.ts'

/** @throws Problem if we cannot log in */
export function useExternalPostgres(url: string): Promise<LocalServer> {
  return useExternal('DATABASE_URL', url, async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
    await client.connect()
    await client.end()
  })
}

/** @throws Problem if it does not accept connections */
export function useExternalRedis(url: string): Promise<LocalServer> {
  return useExternal('REDIS_URL', url, async () => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
    const socket = connect({ host, port: Number(port) || 6379 })
    await once(socket, 'connect', { signal: AbortSignal.timeout(3_000) }).finally(() => socket.destroy())
  })
}

async function useExternal(variable: string, url: string, check: () => Promise<void>): Promise<LocalServer> {
  for (let attempts = 1; ; attempts++) {
    try {
      await check()
      return { url, socketUrl: url, pid: () => undefined, stop: async () => {}, kill: () => {} }
    } catch (error) {
      // without the URL, which may contain a password
      if (attempts === 5)
        throw new Problem(
          `The server of ${variable} cannot be used (${(error as Error).message}): start it, or unset ${variable}.`,
        )
      await sleep(1_000)
    }
  }
}
