import { randomBytes, randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect } from 'vitest'
import { createLimitedLab, tomorrow } from '../../support/capacities.ts'
import { cutCall, encodeRequest, filledGates } from '../../support/cut-call.ts'
import { closeSockets } from '../../support/sockets.ts'
import { stackTest } from '../../support/test.ts'

const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const cuts = 300
const atOnce = 30
/** A handshake with its token and a first answer take less, on a quiet machine */
const latestMs = 120
/** The resources that the sockets must have held at some time */
const expected = ['sockets', 'sockets of one network', 'handshakes', 'slot watches']
const giveUpAfterMs = 200_000

const it = stackTest({ workers: false })
it.beforeAll(() => console.log(`FUZZ_SEED=${seed}`))
afterEach(closeSockets)

const handshake = encodeRequest({
  method: 'GET',
  path: '/socket.io/?EIO=4&transport=websocket',
  headers: {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  },
})

/** A text frame of a client, masked with zeros. @param text under 64 kB */
function frameOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length =
    bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), bytes])
}

describe('a socket', () => {
  it('that is cut at any instant holds nothing afterwards', async ({ stack, customer, admin, lab }) => {
    const { pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const question = { pincode, from: tomorrow(), days: 1, packageIds: [] }
    const watch = frameOf(`42${JSON.stringify(['watch-slots', question])}`)
    const callers = [customer, admin, lab, { token: 'of nobody' }].map(({ token }) =>
      frameOf(`40${JSON.stringify({ token })}`),
    )
    const instants = fc.sample(fc.nat(latestMs), { seed, numRuns: cuts })
    const filled = new Set<string>()
    const until = performance.now() + giveUpAfterMs
    let cut = 0
    const isEnough = () =>
      cut >= cuts && (performance.now() > until || expected.every((gate) => filled.has(gate)))
    async function cutNext(): Promise<void> {
      while (!isEnough()) {
        const n = cut++
        const join = callers[n % callers.length] as Buffer
        // later each time round, until they have come so far
        const afterMs = (instants[n % cuts] ?? 0) * (1 + Math.floor(n / cuts))
        await cutCall(stack.url, handshake, afterMs, (data, socket) => {
          // 0: the connection is open; 40: its namespace is
          if (data.includes('0{"sid"') && !data.includes('40{')) socket.write(join)
          if (data.includes('40{')) socket.write(watch)
        })
        for (const gate of Object.keys(await filledGates())) filled.add(gate)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, cutNext))
    expect([...filled]).toEqual(expect.arrayContaining(expected))
    await expect.poll(filledGates).toEqual({})
  }, 400_000)
})
