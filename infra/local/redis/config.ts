import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** The port of our Redis on 127.0.0.1, and its password (without spaces). */
export type RedisAddress = { port: number; password: string }

/**
 * Writes `redis.conf` into the directory, readable by its owner only. The password is in this file, because every user
 * of the machine can read the arguments of a process.
 *
 * @param socket path of the Unix socket, if there is one @returns the path of the file
 */
export function writeConfig(
  directory: string,
  { port, password }: RedisAddress,
  socket: string | undefined,
): string {
  const path = join(directory, 'redis.conf')
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    ...(socket ? [`unixsocket ${JSON.stringify(socket)}`, 'unixsocketperm 700'] : []),
    `requirepass ${password}`,
    `dir ${JSON.stringify(directory)}`,
    'daemonize no',
    // Flushed once a second. Losing that second is harmless: Postgres stores all work, Redis only wakes the workers.
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    // BullMQ requires it: a queue from which entries are evicted loses work without an error.
    'maxmemory-policy noeviction',
  ]
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  return path
}

/** The address of the Redis of the last start; undefined at the first start. */
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

/**
 * Sends one command to a Redis, without a client library.
 *
 * @returns its raw reply ('+PONG', '-LOADING …'), '' if it closed the connection instead (as at SHUTDOWN), undefined if
 *   there is no reply within a second or the password is wrong
 */
export function sendCommand({ port, password }: RedisAddress, command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let replies = ''
    const socket = connect(port, '127.0.0.1')
    const finish = (reply: string | undefined) => {
      resolve(reply)
      socket.destroy()
    }
    socket.setTimeout(1000, () => finish(undefined))
    socket.on('connect', () => socket.write(`AUTH ${password}\r\n${command}\r\n`))
    socket.on('error', () => finish(undefined))
    socket.on('data', (chunk) => {
      replies += chunk
      const [authenticated, reply, rest] = replies.split('\r\n')
      if (!authenticated?.startsWith('+') && reply !== undefined) finish(undefined)
      else if (rest !== undefined) finish(reply)
    })
    socket.on('close', () => finish(replies.startsWith('+') ? '' : undefined))
  })
}
