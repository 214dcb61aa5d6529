import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RedisAddress } from './ask.ts'

/**
 * Writes `redis.conf` into the directory, for its owner only: the password is in it, and not among the
 * arguments, which every user of the machine can read.
 *
 * @returns the path of the file
 */
export function writeConfig(directory: string, { port, password }: RedisAddress): string {
  const path = join(directory, 'redis.conf')
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(directory)}`,
    'daemonize no',
    // Appended once a second. Losing that second is fine: Postgres knows all work, Redis only rings.
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    // BullMQ asks for it: a queue from which entries are evicted loses work in silence.
    'maxmemory-policy noeviction',
  ]
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  return path
}

/** Where the Redis of the last start listened; undefined at the first. */
export function readConfig(directory: string): RedisAddress | undefined {
  try {
    const config = readFileSync(join(directory, 'redis.conf'), 'utf8')
    const [, port] = /^port (\d+)$/m.exec(config) ?? []
    const [, password] = /^requirepass (\S+)$/m.exec(config) ?? []
    return port && password ? { port: Number(port), password } : undefined
  } catch {
    return undefined
  }
}
