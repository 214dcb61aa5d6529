import { afterEach, describe, expect, it } from 'vitest'
import { attachWatch, watchOperations } from './watch-operations'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0).reverse()) end()
})

/** A socket that records what is sent. */
function attach(connected = true) {
  const sent: unknown[][] = []
  const listeners = new Set<() => void>()
  const socket = {
    connected,
    emit: (...message: unknown[]) => sent.push(message),
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  }
  endings.push(attachWatch(socket as never))
  function connect(): void {
    socket.connected = true
    for (const listener of listeners) listener()
  }
  return { socket, sent: () => sent.map(([, isWatching]) => isWatching), connect }
}

function watch(): () => void {
  const stop = watchOperations()
  let isStopped = false
  const once = () => {
    if (!isStopped) stop()
    isStopped = true
  }
  endings.push(once)
  return once
}

describe('a client that shows the state of the log', () => {
  it('watches from the first component that shows it until the last', () => {
    const { sent } = attach()
    expect(sent()).toEqual([])
    const [first, second] = [watch(), watch()]
    first()
    expect(sent()).toEqual([true])
    second()
    expect(sent()).toEqual([true, false])
  })

  it('watches again after each reconnect, and sends nothing while it has no connection', () => {
    const { socket, sent, connect } = attach(false)
    const stop = watch()
    expect(sent()).toEqual([])
    connect()
    socket.connected = false
    connect()
    expect(sent()).toEqual([true, true])
    socket.connected = false
    stop()
    connect()
    expect(sent()).toEqual([true, true])
  })

  it('watches over the connection of the next session', () => {
    watch()
    expect(attach().sent()).toEqual([true])
    expect(attach().sent()).toEqual([true])
  })
})
