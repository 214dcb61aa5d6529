/** `npm start` of this release on the data directory of an earlier one. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { startOps } from '@jaanch/infra/ops/testing/start-ops'
import { createClient } from '@jaanch/tests/support/client'
import { type LocalStack, startLocalStack } from '@jaanch/tests/support/local-stack'
import { signIn } from '@jaanch/tests/support/participants'
import { bookingInput } from '@jaanch/tests/support/people'
import { politely, sendTo, untilCurrent } from '@jaanch/tests/support/send'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkOutEarlierRelease, type Release, whyNoEarlierRelease } from './earlier-release.ts'

/**
 * Replaces the bundler of a checked-out release: its client is not what is tested, and a build takes half of the time that the test
 * may take.
 */
function skipClientBuild({ root }: Release): void {
  const vite = join(root, 'node_modules', 'vite')
  // a link to the package of this repository
  rmSync(vite, { recursive: true, force: true })
  mkdirSync(join(vite, 'bin'), { recursive: true })
  writeFileSync(join(vite, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(vite, 'bin', 'vite.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(outDir, { recursive: true })
writeFileSync(outDir + '/index.html', '<!doctype html><title>Jaanch</title>')
`,
  )
}

const asha = ['asha@jaanch.example', 'asha-demo-2026'] as const
const reason = whyNoEarlierRelease()
if (reason) console.warn(`The upgrade of a data directory is NOT tested. ${reason}`)

describe.skipIf(reason)(`the data directory of an earlier release${reason ? ` (${reason})` : ''}`, () => {
  let earlier: ReturnType<typeof checkOutEarlierRelease> | undefined
  let dataDir: string
  let stack: LocalStack | undefined
  const client = createClient(untilCurrent(politely(sendTo(() => stack?.url ?? ''))))
  /** What the earlier release answered */
  let before: {
    token: string
    bookingId: string
    bookings: Awaited<ReturnType<typeof listBookings>>
    packages: string[]
  }
  let exitCode: number | null

  async function listBookings(token: string) {
    const listed = await client.as(token).call(bookingRoutes.listBookings, { query: { limit: 500 } })
    return listed.map(({ id, status, orderNumber, finalAmount }) => ({
      ...{ id, status, orderNumber, finalAmount },
    }))
  }
  const listPackages = async () =>
    (await client.call(packageRoutes.listPackages)).map(({ id }) => id).toSorted()

  /** @returns its id, when it has its order number */
  async function book(token: string): Promise<string> {
    const customer = client.as(token)
    const [popular] = await customer.call(packageRoutes.listPopularPackages)
    const [address] = await customer.call(peopleRoutes.listAddresses)
    const { id } = await customer.call(bookingRoutes.placeBooking, {
      body: bookingInput(popular?.id ?? '', address?.id ?? ''),
    })
    const hasNumber = (booking: { id: string; orderNumber: string | null }) =>
      booking.id === id && booking.orderNumber
    await vi.waitUntil(async () => (await listBookings(token)).some(hasNumber), 90_000)
    return id
  }

  beforeAll(async () => {
    earlier = checkOutEarlierRelease()
    skipClientBuild(earlier)
    dataDir = await mkdtemp(join(tmpdir(), 'jaanch-upgrade-'))
    stack = await startLocalStack({ root: earlier.root, dataDir })
    const token = await signIn(client, ...asha)
    const bookingId = await book(token)
    before = {
      token,
      bookingId,
      bookings: await listBookings(token),
      packages: await listPackages(),
    }
    exitCode = await stack.stop()
    stack = await startLocalStack({ dataDir })
  }, 1_200_000)

  afterAll(async () => {
    await stack?.stop()
    earlier?.remove()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }, 180_000)

  it('is left by that release without an error, and keeps its format', async () => {
    expect(exitCode).toBe(0)
    expect(JSON.parse(await readFile(join(dataDir, 'jaanch.json'), 'utf8'))).toMatchObject({ format: 1 })
  })

  it('keeps a session, a password and the bookings, with their order numbers', async () => {
    expect(before.bookings.map(({ id }) => id)).toContain(before.bookingId)
    expect(await listBookings(before.token)).toEqual(before.bookings)
    expect(await listBookings(await signIn(client, ...asha))).toEqual(before.bookings)
  })

  it('has the demo once', async () => {
    expect(await listPackages()).toEqual(before.packages)
    expect(await signIn(client, 'lab1@jaanch.example', 'lab-demo-2026')).toEqual(expect.any(String))
  })

  it('takes further bookings', async () => {
    const token = await signIn(client, ...asha)
    const id = await book(token)
    expect((await listBookings(token)).map((booking) => booking.id)).toEqual([
      id,
      ...before.bookings.map((booking) => booking.id),
    ])
  }, 180_000)

  it('verifies clean', async () => {
    const embedded = { DATA_DIR: dataDir, DATABASE_URL: '', DATABASE_OWNER_URL: '', REDIS_URL: '' }
    const { code, out, err } = await startOps(embedded, 'verify', '--json').ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ different: 0 })
  }, 180_000)
})
