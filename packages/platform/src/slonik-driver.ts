import { createPgDriverFactory } from '@slonik/pg-driver'

type DriverFactory = ReturnType<typeof createPgDriverFactory>
type Driver = Awaited<ReturnType<DriverFactory>>
type DriverClient = Awaited<ReturnType<Driver['createClient']>>

/**
 * slonik's driver for pg with a client-side timeout. slonik relies on the server to cancel a slow statement; a server that is
 * frozen or unreachable cannot, and the caller would never get an answer.
 * @param timeoutMs after which a statement fails and its connection is destroyed
 */
export function createTimeoutDriver(timeoutMs: number): DriverFactory {
  const create = createPgDriverFactory()
  return async (configuration) => {
    const driver = await create(configuration)
    return { createClient: async () => withTimeout(await driver.createClient(), timeoutMs) }
  }
}

function withTimeout(client: DriverClient, timeoutMs: number): DriverClient {
  return {
    ...client,
    query(...query) {
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        timeout.reject(new Error('Query read timeout'))
        // a late answer must not reach the next user of this connection
        client.destroy().catch(() => {})
      }, timeoutMs)
      return Promise.race([client.query(...query), timeout.promise]).finally(() => clearTimeout(timer))
    },
  }
}
