/** `npm start` of this release on the data directory of an earlier one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOps } from '@jaanch/infra/ops/testing'
import { createPoliteClient } from '@jaanch/tests/support/polite-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkOutEarlierRelease, thisRelease, whyNoEarlierRelease } from './earlier-release.ts'
import { type StartedRelease, skipClientBuild, startRelease } from './started-release.ts'

type Booking = { id: string; status: string; orderNumber: string | null; amount: unknown }

const asha = { email: 'asha@jaanch.example', password: 'asha-demo-2026' }
const reason = whyNoEarlierRelease()
if (reason) console.warn(`The upgrade of a data directory is NOT tested. ${reason}`)

describe.skipIf(reason)(`the data directory of an earlier release${reason ? ` (${reason})` : ''}`, () => {
  let earlier: ReturnType<typeof checkOutEarlierRelease> | undefined
  let dataDir: string
  let stack: StartedRelease | undefined
  const client = createPoliteClient(() => stack?.url ?? '')
  /** What the earlier release answered */
  let before: { token: string; bookingId: string; bookings: Booking[]; catalogue: unknown }
  let exitCode: number | null

  async function get<T>(path: string, token?: string): Promise<T> {
    const { status, body } = await client.call('GET', path, token ? { token } : {})
    expect(status, path).toBe(200)
    return body as T
  }
  const listBookings = async (token: string) =>
    (await get<Booking[]>('/api/bookings?limit=500', token)).map(({ id, status, orderNumber, amount }) => ({
      id,
      status,
      orderNumber,
      amount,
    }))

  async function signIn(): Promise<string> {
    const { body } = await client.call('POST', '/api/auth/login', { body: asha })
    return (body as { token: string }).token
  }

  /** @returns its id, when it has its order number */
  async function book(token: string): Promise<string> {
    const [popular] = await get<{ id: string }[]>('/api/packages/popular')
    const [address] = await get<{ id: string }[]>('/api/customer-addresses', token)
    const request = {
      packageId: popular?.id,
      collectionType: 'instant',
      addressId: address?.id,
      paymentMethod: 'upi',
    }
    const { status, body } = await client.call('POST', '/api/bookings', { token, body: request })
    expect(status).toBe(201)
    const { id } = body as Booking
    const hasNumber = (booking: Booking) => booking.id === id && booking.orderNumber
    await vi.waitUntil(async () => (await listBookings(token)).some(hasNumber), 25_000)
    return id
  }

  beforeAll(async () => {
    earlier = checkOutEarlierRelease()
    skipClientBuild(earlier)
    dataDir = await mkdtemp(join(tmpdir(), 'jaanch-upgrade-'))
    stack = await startRelease(earlier, dataDir)
    const token = await signIn()
    const bookingId = await book(token)
    before = {
      token,
      bookingId,
      bookings: await listBookings(token),
      catalogue: await get('/api/packages'),
    }
    exitCode = await stack.stop()
    stack = await startRelease(thisRelease, dataDir)
  }, 300_000)

  afterAll(async () => {
    await stack?.stop()
    earlier?.remove()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('is left by that release without an error, and keeps its format', async () => {
    expect(exitCode).toBe(0)
    expect(JSON.parse(await readFile(join(dataDir, 'jaanch.json'), 'utf8'))).toMatchObject({ format: 1 })
  })

  it('keeps a session, a password and the bookings, with their order numbers', async () => {
    expect(before.bookings.map(({ id }) => id)).toContain(before.bookingId)
    expect(await listBookings(before.token)).toEqual(before.bookings)
    expect(await listBookings(await signIn())).toEqual(before.bookings)
  })

  it('has the demo once', async () => {
    const ids = (packages: unknown) => (packages as { id: string }[]).map(({ id }) => id).toSorted()
    expect(ids(await get('/api/packages'))).toEqual(ids(before.catalogue))
    const { body } = await client.call('POST', '/api/auth/login', {
      body: { email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
    })
    expect(body).toHaveProperty('token')
  })

  it('takes further bookings', async () => {
    const token = await signIn()
    const id = await book(token)
    expect((await listBookings(token)).map((booking) => booking.id)).toEqual([
      id,
      ...before.bookings.map((booking) => booking.id),
    ])
  })

  it('verifies clean', async () => {
    const embedded = { DATA_DIR: dataDir, DATABASE_URL: '', DATABASE_OWNER_URL: '', REDIS_URL: '' }
    const { code, out, err } = await runOps(embedded, 'verify', '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ different: 0 })
  })
})
