import { afterEach, describe, expect, it } from 'vitest'
import { attachSlotWatch, slotsSearch, watchSlots } from './watch-slots'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0).reverse()) end()
})

/** A socket that records which PIN code is watched. */
function attach(connected = true) {
  const sent: (string | null)[] = []
  const listeners = new Set<() => void>()
  const socket = {
    connected,
    emit: (_: string, watch: { pincode: string } | null) => sent.push(watch?.pincode ?? null),
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  }
  endings.push(attachSlotWatch(socket as never))
  function connect(): void {
    socket.connected = true
    for (const listener of listeners) listener()
  }
  return { sent, connect }
}

const watch = (pincode: string) => watchSlots({ pincode, days: 7, packageIds: [] })

describe('a client that shows free slots', () => {
  it('watches the latest of them, then the one before, then none', () => {
    const { sent } = attach()
    const [first, second] = [watch('380001'), watch('395003')]
    second()
    first()
    expect(sent).toEqual(['380001', '395003', '380001', null])
  })

  it('watches again after each reconnect, and sends nothing while it has no connection', () => {
    const { sent, connect } = attach(false)
    const stop = watch('380001')
    expect(sent).toEqual([])
    connect()
    connect()
    expect(sent).toEqual(['380001', '380001'])
    stop()
    expect(sent.at(-1)).toBeNull()
  })

  it('has one address for a question, in whatever order it is asked', () => {
    const search = slotsSearch({ packageIds: ['a', 'b'], days: 7, pincode: '380001' })
    expect(Object.entries(search)).toEqual([
      ['pincode', '380001'],
      ['from', undefined],
      ['days', 7],
      ['packageIds', 'a,b'],
      ['visitId', undefined],
    ])
  })
})
