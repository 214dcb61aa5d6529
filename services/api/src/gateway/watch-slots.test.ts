import { setTimeout } from 'node:timers/promises'
import { createLog } from '@jaanch/platform/logging'
import { afterEach, expect, it } from 'vitest'
import { createSlotWatches } from './watch-slots.ts'

const stop = new AbortController()
afterEach(() => stop.abort())

const from = '2030-01-02'
const caller = { userId: 'a', role: 'customer', labPartnerId: null } as const

it('clients that ask again and again do not keep the slots from those who look at them', async () => {
  const reads: string[] = []
  const asks = new Map<string, () => void>()
  const watches = createSlotWatches({
    io: { to: () => ({ emit: () => true }) } as never,
    async read({ pincode }) {
      reads.push(pincode)
      return { view: { days: [] }, until: from, labs: new Set(['lab']) } as never
    },
    async findVisit(visitId) {
      // so long does it take when the database is busy; meanwhile, all others ask once more
      await setTimeout(20)
      for (const [id, ask] of asks) if (id !== visitId) ask()
      return { id: visitId, labPartnerId: null } as never
    },
    log: createLog('test', 'silent'),
    signal: stop.signal,
    now: () => new Date('2030-01-01'),
  })
  function connect(id: string) {
    let listen: (message: unknown) => void = () => {}
    const on = (_: string, listener: typeof listen) => {
      listen = listener
    }
    watches.admit({ id, on, once: () => {}, emit: () => true } as never, caller)
    return (question: object) => listen({ from, days: 1, packageIds: [], ...question })
  }

  connect('watching')({ pincode: '380001' })
  await expect.poll(() => reads).toEqual(['380001'])
  for (let n = 0; n < 40; n += 1) {
    const send = connect(`asking ${n}`)
    const visitId = `00000000-0000-4000-8000-0000000000${10 + n}`
    asks.set(visitId, () => send({ pincode: '380002', visitId }))
  }
  for (const ask of asks.values()) ask()
  await expect.poll(() => watches.watching()).toBe(41)
  watches.changed(from, 'lab')
  await expect.poll(() => reads.filter((pincode) => pincode === '380001').length, { timeout: 8_000 }).toBe(2)
}, 15_000)
