import { createPgDriverFactory } from '@slonik/pg-driver'
import pg from 'pg'

type DriverFactory = ReturnType<typeof createPgDriverFactory>
type Driver = Awaited<ReturnType<DriverFactory>>
type DriverClient = Awaited<ReturnType<Driver['createClient']>>

listenToAllClients()

/**
 * slonik's driver asks for the types of columns on a client of its own, whose errors nobody listens to: a server that ended that
 * connection would end the process. The promise that the driver waits for fails too, so nothing is hidden.
 */
function listenToAllClients(): void {
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...callback: Parameters<typeof connect>) {
    this.on('error', () => {})
    return connect.apply(this, callback)
  } as typeof connect
}

/**
 * slonik's driver for pg with a client-side timeout. slonik relies on the server to cancel a slow statement; a server that is
 * frozen or unreachable cannot, and the caller would never get an answer. pg's driver asks the server for the types of columns
 * when it is created: that is done for the first connection, so that a pool can be opened while the server is down.
 * @param timeoutMs after which a statement fails and its connection is destroyed
 */
export function createTimeoutDriver(timeoutMs: number): DriverFactory {
  const create = createPgDriverFactory()
  return async (configuration) => {
    let opening: Promise<Driver> | undefined
    function open(): Promise<Driver> {
      opening ??= endWithin(timeoutMs, create(configuration)).catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    }
    return { createClient: async () => withTimeout(await (await open()).createClient(), timeoutMs) }
  }
}

function endWithin<Result>(ms: number, work: Promise<Result>, onTimeout?: () => void): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new Error('Query read timeout'))
    onTimeout?.()
  }, ms)
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer))
}

function withTimeout(client: DriverClient, timeoutMs: number): DriverClient {
  return {
    ...client,
    query(...query) {
      // a late answer must not reach the next user of this connection
      return endWithin(timeoutMs, client.query(...query), () => void client.destroy().catch(() => {}))
    },
  }
}
