import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { readGauges } from '@jaanch/platform/telemetry/metrics'
import type { WireRequest } from './wire.ts'

/** The bytes of a request. */
export function encodeRequest({ method, path, headers, body = '' }: WireRequest): Buffer {
  const all = { host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ])
}

/** Sends bytes on a connection of its own and cuts it, whether or not an answer has come. @param afterMs when it is cut, ms */
export async function cutCall(url: string, bytes: Buffer, afterMs: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  await setTimeout(afterMs)
  socket.resetAndDestroy()
}

/** The gates of this process that hold something, of all stacks in it. */
export async function filledGates(): Promise<string[]> {
  const filled: string[] = []
  await readGauges((name, value, ...[labels]) => {
    if (name === 'jaanch_gate_filled_ratio' && value > 0) filled.push(`${labels?.gate} ${value}`)
  })
  return filled
}
