import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import getPort from 'get-port'
import { Problem } from '../problem.ts'

/**
 * A free port on 127.0.0.1 for a server that keeps it over restarts: below 32768, where Linux begins to
 * number outgoing connections. A client that retries while the server is away could otherwise be given
 * that very port, connect to itself and hold it. Drawn at random, so that two stacks that start at the
 * same moment do not both pick the first free one.
 */
export function freePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: Array.from({ length: 32 }, () => randomInt(20_000, 32_000)) })
}

/** @throws Problem when the port cannot be listened on, on all addresses */
export async function assertPortFree(port: number): Promise<void> {
  const trouble = await tryToListen(port)
  if (!trouble) return
  const other = port < 1024 ? 3000 : port + 1
  const advice = `choose another: PORT=${other} npm start`
  if (trouble.code === 'EADDRINUSE') {
    throw new Problem(`Port ${port} is already in use. Stop what is using it, or ${advice}`)
  }
  throw new Problem(`Port ${port} cannot be used (${trouble.code}): ${advice}`)
}

function tryToListen(port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, () => server.close(() => resolve(undefined)))
  })
}
