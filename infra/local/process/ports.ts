import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import getPort from 'get-port'
import { Problem } from '../problem.ts'

/**
 * A free port on 127.0.0.1 for a server that uses it again after a restart. It is below 32768, where the range of Linux
 * for outgoing connections begins: a client that retries while the server is down could get the same port from that
 * range, connect to itself and occupy the port. It is random, so that two stacks that start at the same time do not
 * choose the same one.
 */
export function findFreePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: Array.from({ length: 32 }, () => randomInt(20_000, 32_000)) })
}

/** Found out before everything else is started, which takes a while. @throws Problem if nobody can listen on the port */
export async function checkPort(port: number): Promise<void> {
  const server = createServer().listen(port)
  await once(server, 'listening').catch((error: Error) => {
    throw new Problem(`${error.message}: stop what uses port ${port}, or choose another: PORT=3001 npm start`)
  })
  server.close()
  await once(server, 'close')
}

/** The shortest limit of the systems that we run on (macOS: 104 bytes with the end) */
const longestPath = 103

/** Whether a Unix socket can have this path; one that is longer cannot be bound. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= longestPath
}
