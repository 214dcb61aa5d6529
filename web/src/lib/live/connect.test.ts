import { clientOptions } from '@jaanch/contracts/socket'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reconnectSoon } from './connect'

/** The part of a socket that `reconnectSoon` uses. */
function createSocket() {
  const listeners: (() => void)[] = []
  const socket = {
    connected: true,
    active: true,
    attempts: 0,
    delay: clientOptions.reconnectionDelay,
    io: {
      reconnectionDelay(ms: number) {
        socket.delay = ms
      },
    },
    on(_event: string, listen: () => void) {
      listeners.push(listen)
    },
    disconnect: () => ({
      connect() {
        socket.attempts += 1
      },
    }),
    lose() {
      socket.connected = false
      for (const listen of listeners) listen()
    },
  }
  return socket
}

let socket: ReturnType<typeof createSocket>
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  socket = createSocket()
  stop = reconnectSoon(socket as unknown as Socket)
})
afterEach(() => {
  stop()
})

const comeOnline = () => window.dispatchEvent(new Event('online'))
const goOffline = () => window.dispatchEvent(new Event('offline'))
const showPage = () => document.dispatchEvent(new Event('visibilitychange'))

it('a lost connection is given up at once when the browser has lost its network', () => {
  goOffline()
  expect(socket.attempts).toBe(1)
  stop()
  goOffline()
  expect(socket.attempts).toBe(1)
})

it('a lost connection is opened again after a random pause, as long as nothing says that only this client lost it', () => {
  socket.lose()
  expect(socket).toMatchObject({ attempts: 0, delay: 3_000 })
})

it('a lost connection is opened at once when the network is back, or the person comes back to the page', () => {
  socket.lose()
  comeOnline()
  expect(socket.attempts).toBe(1)
  showPage()
  expect(socket.attempts).toBe(2)
})

it('a lost connection is opened soon if the page, which was just shown, hears only now that it was lost', () => {
  showPage()
  vi.advanceTimersByTime(1_000)
  socket.lose()
  expect(socket).toMatchObject({ attempts: 0, delay: 200 })
  vi.advanceTimersByTime(5_000)
  socket.lose()
  expect(socket.delay).toBe(3_000)
})

it('a lost connection is left alone if the server refused it, or it is there', () => {
  comeOnline()
  showPage()
  Object.assign(socket, { connected: false, active: false })
  comeOnline()
  expect(socket.attempts).toBe(0)
})

it('a lost connection is left alone after the session ended', () => {
  socket.lose()
  stop()
  comeOnline()
  showPage()
  expect(socket.attempts).toBe(0)
})
