/** Servers that were named by DATABASE_URL and REDIS_URL: used as they are, after a look whether they answer. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../problem.ts'
import type { LocalServer } from '../supervisor.ts'

const TRIES = 5
const BETWEEN_TRIES_MS = 1000
const ANSWER_WITHIN_MS = 3000

/** @throws Problem when it does not let us in */
export function givenPostgres(url: string): Promise<LocalServer> {
  return given('DATABASE_URL', url, 5432, async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_WITHIN_MS })
    await client.connect()
    await client.end()
  })
}

/** @throws Problem when nothing listens there */
export function givenRedis(url: string): Promise<LocalServer> {
  return given('REDIS_URL', url, 6379, ({ host, port }) => touch(host, port))
}

type Place = { host: string; port: number }

async function given(
  variable: string,
  url: string,
  usualPort: number,
  attempt: (place: Place) => Promise<void>,
) {
  const { hostname, port } = new URL(url)
  const place = { host: hostname.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port) || usualPort }
  for (let tries = 1; ; tries++) {
    try {
      await attempt(place)
      return { url, pid: () => undefined, stop: async () => {}, kill: () => {} }
    } catch (error) {
      // Host and port only: the URL may hold a password.
      const where = `${variable} names ${place.host}:${place.port}, which cannot be used`
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      if (tries === TRIES) throw new Problem(`${where} (${why}): start it, or unset ${variable}.`)
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

function touch(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: ANSWER_WITHIN_MS })
    socket.on('connect', () => resolve())
    socket.on('timeout', () => reject(new Error('no answer')))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('connection closed')))
    socket.on('connect', () => socket.destroy())
  })
}
