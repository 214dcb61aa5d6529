import { randomInt } from 'node:crypto'
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

/** @throws Problem if we cannot listen on the port on all addresses */
export async function assertPortFree(port: number): Promise<void> {
  const error = await tryToListen(port)
  if (!error) return
  const other = port < 1024 ? 3000 : port + 1
  const advice = `choose another: PORT=${other} npm start`
  if (error.code === 'EADDRINUSE') {
    throw new Problem(`Port ${port} is already in use. Stop what is using it, or ${advice}`)
  }
  throw new Problem(`Port ${port} cannot be used (${error.code}): ${advice}`)
}

function tryToListen(port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, () => server.close(() => resolve(undefined)))
  })
}
