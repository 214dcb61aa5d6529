import type { OperationsView } from '@jaanch/operations/now/api'
import { expect, it } from 'vitest'
import { createWatchRoom } from './push-operations.ts'
import { watchRoom as roomName } from './sockets.ts'

/** A room with one socket; the test sets the clock. */
function open() {
  const rooms = new Map<string, Set<string>>()
  const state = { now: 0, wakes: 0 }
  const sent: unknown[] = []
  const send = { emit: (_: string, view: unknown) => sent.push(view) }
  let listen: (isWatching: unknown) => void = () => {}
  const room = createWatchRoom(
    { to: () => send, sockets: { adapter: { rooms } } } as never,
    () => {
      state.wakes += 1
    },
    () => state.now,
  )
  room.admit({
    on: (_: string, listener: typeof listen) => {
      listen = listener
    },
    join: () => rooms.set(roomName, new Set(['one'])),
    leave: () => rooms.delete(roomName),
    ...send,
  } as never)
  return { room, state, sent, ask: (isWatching: unknown) => listen(isWatching) }
}

const view = { head: 7 } as OperationsView

it('a socket is answered at once if a view is there, and otherwise the next view is due at once', () => {
  const { room, state, sent, ask } = open()
  expect(room.isWatched()).toBe(false)
  ask(true)
  expect(room.isWatched()).toBe(true)
  expect([sent.length, state.wakes]).toEqual([0, 1])
  room.emit(view)
  ask(false)
  expect(room.isWatched()).toBe(false)
  state.now = 1_500
  ask(true)
  expect([sent, state.wakes]).toEqual([[view, view], 2])
})

it('a socket that joins and leaves without end, or sends nonsense, gets one answer a second', () => {
  const { room, state, sent, ask } = open()
  room.emit(view)
  sent.length = 0
  for (let n = 0; n < 10_000; n += 1) {
    ask(true)
    ask(n % 2 ? false : { hello: 'world' })
  }
  expect([sent.length, state.wakes]).toEqual([1, 1])
})
