/**
 * The fixtures of the integration tests. A test names what it needs and gets it, created on first use:
 *
 *     it('shows a customer their own bookings', async ({ stack, customer, packageId }) => …)
 *
 * Every fixture lives as long as its test file; tests that change one of these accounts create their own instead.
 */
import { type Appender, createAppender } from '@jaanch/eventlog/appender'
import { it as vitestIt } from 'vitest'
import { type Client, createClient } from './client.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import {
  type Customer,
  createAdmin,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
} from './people.ts'
import type { Proxies } from './proxy.ts'
import { type SmsGateway, startSmsGateway } from './sms-gateway.ts'
import { proxiesOf, type Stack, type StackOptions, startStack } from './stack.ts'

const file = { scope: 'file' } as const

export type Fixtures = {
  stack: Stack
  /** Calls the API without signing in */
  visitor: Client
  admin: Person
  customer: Customer
  otherCustomer: Customer
  lab: Lab
  otherLab: Lab
  packageId: string
  /** Appends to the log directly, as no service does */
  appender: Appender
  /** With the option `isProxied`: take the servers away from the services and bring them back */
  proxies: Proxies
  mailServer: MailServer
  smsGateway: SmsGateway
}

/** An `it` whose tests run on a stack of the file's own. Add fixtures of the file by `.extend(name, { scope: 'file' }, …)`. */
export function stackTest(options: StackOptions = {}) {
  return (
    vitestIt
      .extend('stackOptions', file, options)
      // before the stack, so that they close after it
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
      .extend('mailServer', file, async ({}, { onCleanup }): Promise<MailServer> => {
        const server = await startMailServer()
        onCleanup(() => server.close())
        return server
      })
      // biome-ignore lint/correctness/noEmptyPattern: as above
      .extend('smsGateway', file, async ({}, { onCleanup }): Promise<SmsGateway> => {
        const gateway = await startSmsGateway()
        onCleanup(() => gateway.close())
        return gateway
      })
      .extend('stack', file, async ({ stackOptions }, { onCleanup }): Promise<Stack> => {
        const stack = await startStack(stackOptions)
        onCleanup(() => stack.close())
        return stack
      })
      .extend('visitor', file, ({ stack }): Client => createClient(stack.url))
      .extend('admin', file, ({ stack }): Promise<Person> => createAdmin(stack))
      .extend('customer', file, ({ stack }): Promise<Customer> => createCustomer(stack))
      .extend('otherCustomer', file, ({ stack }): Promise<Customer> => createCustomer(stack))
      .extend('lab', file, ({ stack, admin }): Promise<Lab> => createApprovedLab(stack.url, admin))
      .extend('otherLab', file, ({ stack, admin }): Promise<Lab> => createApprovedLab(stack.url, admin))
      .extend('packageId', file, ({ stack }): Promise<string> => createPackage(stack.database))
      .extend('proxies', file, ({ stack }): Proxies => proxiesOf(stack))
      .extend('appender', file, async ({ stack }, { onCleanup }): Promise<Appender> => {
        const appender = createAppender({ pool: stack.database.pool })
        onCleanup(() => appender.close())
        return appender
      })
  )
}

/** The same with all defaults: API, workers and projector. */
export const it = stackTest()
