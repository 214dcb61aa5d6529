import { randomInt } from 'node:crypto'
import getPort from 'get-port'

/**
 * A free port on 127.0.0.1 for a server that uses it again after a restart. It is below 32768, where the range of Linux
 * for outgoing connections begins: a client that retries while the server is down could get the same port from that
 * range, connect to itself and occupy the port. It is random, so that two stacks that start at the same time do not
 * choose the same one.
 */
export function findFreePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: Array.from({ length: 32 }, () => randomInt(20_000, 32_000)) })
}
