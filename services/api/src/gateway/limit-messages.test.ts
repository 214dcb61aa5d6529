import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { limitMessages } from './network-sockets.ts'

function connect() {
  const clock = { now: 0 }
  const engine = new EventEmitter()
  limitMessages(engine as never, () => clock.now)
  const close = vi.fn()
  const connection = Object.assign(new EventEmitter(), { close })
  const parse = vi.fn()
  connection.on('data', parse)
  engine.emit('connection', connection)
  /** As Engine.IO hands a packet on */
  function send(count: number, type = 'message'): void {
    for (let n = 0; n < count; n += 1) {
      connection.emit('packet', { type })
      if (type === 'message') connection.emit('data', '2["watch-slots"]')
    }
  }
  return { clock, close, parse, send }
}

it('a connection may send 50 messages in ten seconds, again and again, and any number of answers to pings', () => {
  const { clock, close, parse, send } = connect()
  for (let round = 1; round <= 3; round += 1) {
    send(50)
    send(1_000, 'pong')
    clock.now += 10_000
  }
  expect(parse).toHaveBeenCalledTimes(150)
  expect(close).not.toHaveBeenCalled()
})

it('a connection that sends more than 50 messages in any ten seconds is closed, whenever these ten seconds begin', () => {
  const { clock, close, parse, send } = connect()
  send(1)
  clock.now = 9_900
  send(49)
  clock.now = 10_000
  send(2)
  expect(parse).toHaveBeenCalledTimes(51)
  expect(close).toHaveBeenCalledWith(true)
})
