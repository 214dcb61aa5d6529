/**
 * The fixtures of the integration tests. A test names what it needs and gets it, created on first use:
 *
 *     it('shows a customer their own bookings', async ({ stack, customer, packageId }) => …)
 *
 * Files that use `it` or `stackTest` share a stack: one worker process of Vitest runs many files, one after the other. They count
 * what is theirs: the bookings of their own customer, lab or package. What they start beside the stack, with `stack.anotherApi` and
 * `stack.work`, ends with them. Files that leave damage behind use `ownStackTest`. All other fixtures live as long as their test
 * file; tests that change one of these accounts create their own instead.
 */
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import type { Appender } from '@jaanch/eventlog/appender'
import { inject, it as vitestIt } from 'vitest'
import { type Client, createClient } from './client.ts'
import { createTestAppender } from './database.ts'
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
import { createBookingInStatus } from './reports.ts'
import { type SmsGateway, startSmsGateway } from './sms-gateway.ts'
import { proxiesOf, type Stack, type StackOptions, sharedRedisDatabase, startStack } from './stack.ts'
import { forgetWork } from './work.ts'

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
  /** Creates a booking of `customer`, assigned to `lab`, in this status; of `packageId` unless another is given. @returns its id */
  bookingInStatus: (status: BookingStatus, packageId?: string) => Promise<string>
  /** Appends to the log directly, as no service does */
  appender: Appender
  /** With the option `isProxied`: take the servers away from the services and bring them back */
  proxies: Proxies
  mailServer: MailServer
  smsGateway: SmsGateway
}

type SharedOptions = Pick<StackOptions, 'workers'>

/** The shared stacks of this process, with and without workers. They close when the process ends. */
const sharedStacks = new Map<boolean, Promise<Stack>>()

function shareStack(options: SharedOptions): Promise<Stack> {
  const { workers = true } = options
  const stack =
    sharedStacks.get(workers) ??
    startStack({ workers, redisUrl: () => sharedRedisDatabase(inject('redisUrl')) })
  sharedStacks.set(workers, stack)
  return stack
}

/** An `it` on a stack that files share. Add fixtures of the file by `.extend(name, { scope: 'file' }, …)`. */
export function stackTest(options: SharedOptions = {}) {
  return createTest({ ...options, isShared: true })
}

/** An `it` on a stack that only this file uses */
export function ownStackTest(options: StackOptions = {}) {
  return createTest({ ...options, isShared: false })
}

// biome-ignore-start lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
function createTest(options: StackOptions & { isShared: boolean }) {
  return (
    vitestIt
      .extend('stackOptions', file, options)
      .extend('sharedStacks', { scope: 'worker' }, ({}, { onCleanup }) => {
        onCleanup(async () => {
          for (const stack of sharedStacks.values()) await (await stack).close()
        })
        return sharedStacks
      })
      // before the stack, so that they close after it
      .extend('mailServer', file, async ({}, { onCleanup }): Promise<MailServer> => {
        const server = await startMailServer()
        onCleanup(() => server.close())
        return server
      })
      .extend('smsGateway', file, async ({}, { onCleanup }): Promise<SmsGateway> => {
        const gateway = await startSmsGateway()
        onCleanup(() => gateway.close())
        return gateway
      })
      .extend('stack', file, async ({ stackOptions, sharedStacks: _ }, { onCleanup }): Promise<Stack> => {
        if (!stackOptions.isShared) {
          const stack = await startStack(stackOptions)
          onCleanup(() => stack.close())
          return stack
        }
        const stack = await shareStack(stackOptions)
        if (stackOptions.workers === false) await forgetWork(stack.database)
        onCleanup(() => stack.restore())
        return stack
      })
      .extend('visitor', file, ({ stack }): Client => createClient(stack.url))
      .extend('admin', file, ({ stack }): Promise<Person> => createAdmin(stack))
      .extend('customer', file, ({ stack }): Promise<Customer> => createCustomer(stack))
      .extend('otherCustomer', file, ({ stack }): Promise<Customer> => createCustomer(stack))
      .extend('lab', file, ({ stack, admin }): Promise<Lab> => createApprovedLab(stack.url, admin))
      .extend('otherLab', file, ({ stack, admin }): Promise<Lab> => createApprovedLab(stack.url, admin))
      .extend('packageId', file, ({ stack }): Promise<string> => createPackage(stack.database))
      .extend(
        'bookingInStatus',
        file,
        ({ admin, customer, lab, packageId }): Fixtures['bookingInStatus'] =>
          (status, id = packageId) =>
            createBookingInStatus(status, { customer, lab, admin, packageId: id }),
      )
      .extend('proxies', file, ({ stack }): Proxies => proxiesOf(stack))
      .extend('appender', file, async ({ stack }, { onCleanup }): Promise<Appender> => {
        const appender = createTestAppender({ pool: stack.database.pool })
        onCleanup(() => appender.close())
        return appender
      })
  )
}
// biome-ignore-end lint/correctness/noEmptyPattern: see above

/** An `it` on the shared stack of API, workers and projector */
export const it = stackTest()
