import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
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

/**
 * Sends bytes on a connection of its own and cuts it, whether or not an answer has come.
 * @param afterMs when it is cut, ms
 * @param onData called with what the server sends until then
 */
export async function cutCall(
  url: string,
  bytes: Buffer,
  afterMs: number,
  onData?: (data: Buffer, socket: Socket) => void,
): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  if (onData) socket.on('data', (data) => onData(data, socket))
  await once(socket, 'connect')
  socket.write(bytes)
  await setTimeout(afterMs)
  socket.resetAndDestroy()
}

/** The gates of this process that hold something, of all stacks in it, with how full they are. */
export async function filledGates(): Promise<Record<string, number>> {
  const filled: Record<string, number> = {}
  await readGauges((name, value, ...[labels]) => {
    if (name === 'jaanch_gate_filled_ratio' && value > 0) filled[String(labels?.gate)] = value
  })
  return filled
}
