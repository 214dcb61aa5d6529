import { afterEach, expect, it } from 'vitest'
import { operationsWatch, slotsSearch, slotsWatch } from './watch'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0).reverse()) end()
})

/** A socket that records what is sent. */
function attach(connected = true, { attach: attachWatch } = slotsWatch as Pick<typeof slotsWatch, 'attach'>) {
  const sent: unknown[] = []
  const listeners = new Set<() => void>()
  const socket = {
    connected,
    emit: (_: string, watched: { pincode: string } | boolean | null) =>
      sent.push(typeof watched === 'object' ? (watched?.pincode ?? null) : watched),
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  }
  endings.push(attachWatch(socket as never))
  function connect(): void {
    socket.connected = true
    for (const listener of listeners) listener()
  }
  return { socket, sent, connect }
}

function watch(pincode: string): () => void {
  return once(slotsWatch.watch({ pincode, days: 7, packageIds: [] }))
}

function once(stop: () => void): () => void {
  let isStopped = false
  const end = () => {
    if (!isStopped) stop()
    isStopped = true
  }
  endings.push(end)
  return end
}

it('a client that shows free slots watches the latest of them, then the one before, then none', () => {
  const { sent } = attach()
  const [first, second] = [watch('380001'), watch('395003')]
  second()
  first()
  expect(sent).toEqual(['380001', '395003', '380001', null])
})

it('a client that shows free slots watches again after each reconnect, and sends nothing while it has no connection', () => {
  const { socket, sent, connect } = attach(false)
  const stop = watch('380001')
  expect(sent).toEqual([])
  connect()
  connect()
  expect(sent).toEqual(['380001', '380001'])
  socket.connected = false
  stop()
  connect()
  expect(sent).toEqual(['380001', '380001'])
})

it('a client that shows free slots watches over the connection of the next session', () => {
  watch('380001')
  expect(attach().sent).toEqual(['380001'])
  expect(attach().sent).toEqual(['380001'])
})

it('a client that shows free slots has one address for a question, in whatever order it is asked', () => {
  const search = slotsSearch({ packageIds: ['a', 'b'], days: 7, pincode: '380001' })
  expect(Object.entries(search)).toEqual([
    ['pincode', '380001'],
    ['from', undefined],
    ['days', 7],
    ['packageIds', 'a,b'],
    ['visitId', undefined],
  ])
})

it('a client watches the state of the log from the first component that shows it until the last', () => {
  const { sent } = attach(true, operationsWatch)
  expect(sent).toEqual([])
  const [first, second] = [once(operationsWatch.watch(true)), once(operationsWatch.watch(true))]
  first()
  expect(sent).toEqual([true])
  second()
  expect(sent).toEqual([true, false])
})
