import { createPgDriverFactory } from '@slonik/pg-driver'

type DriverFactory = ReturnType<typeof createPgDriverFactory>
type Driver = Awaited<ReturnType<DriverFactory>>
type DriverClient = Awaited<ReturnType<Driver['createClient']>>

/**
 * slonik's driver for pg, which gives up a connection that went silent: slonik asks the server alone to cancel a slow
 * statement, and a server that is frozen or cut off by the network cannot, so that the caller would wait for ever.
 * @param patience ms that a statement may take as seen from here
 */
export function patientDriver(patience: number): DriverFactory {
  const create = createPgDriverFactory()
  return async (configuration) => {
    const driver = await create(configuration)
    return { createClient: async () => givingUp(await driver.createClient(), patience) }
  }
}

function givingUp(client: DriverClient, patience: number): DriverClient {
  return {
    ...client,
    query(...query) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        late.reject(new Error('Query read timeout'))
        // whatever it may still say is of no use to the next one who takes this connection
        client.destroy().catch(() => {})
      }, patience)
      return Promise.race([client.query(...query), late.promise]).finally(() => clearTimeout(timer))
    },
  }
}
