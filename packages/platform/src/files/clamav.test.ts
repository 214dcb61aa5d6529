import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createFileScanner, ScannerError } from './clamav.ts'

/** A scanner whose daemon gives this answer. */
async function scannerThatAnswers(answer: string) {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      received.push(chunk)
      // the stream ends with a length of zero
      if (Buffer.concat(received).subarray(-4).equals(Buffer.alloc(4))) socket.end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { scanner: createFileScanner(`tcp://127.0.0.1:${port}`), received: () => Buffer.concat(received) }
}

it('a file is sent whole, and is clean if the daemon says so', async () => {
  const { scanner, received } = await scannerThatAnswers('stream: OK\0')
  expect(await scanner.findMalware('u1', Buffer.from('%PDF-1.7'))).toBeUndefined()
  expect(received().toString('latin1')).toBe('zINSTREAM\0\0\0\0\x08%PDF-1.7\0\0\0\0')
})

it('malware is reported by its name', async () => {
  const { scanner } = await scannerThatAnswers('stream: Eicar-Test FOUND\0')
  expect(await scanner.findMalware('u1', Buffer.from('x'))).toBe('Eicar-Test')
})

it('any other answer, and none, is an error: nothing is known about the file [V16.5.2]', async () => {
  for (const answer of [
    '',
    'INSTREAM size limit exceeded. ERROR\0',
    'stream: OK FOUND?',
    'x'.repeat(5_000),
  ]) {
    const { scanner } = await scannerThatAnswers(answer)
    await expect(scanner.findMalware('u1', Buffer.from('x')), answer).rejects.toThrow(ScannerError)
  }
  await expect(createFileScanner('tcp://127.0.0.1:1').findMalware('u1', Buffer.from('x'))).rejects.toThrow(
    ScannerError,
  )
})

it('the slow scans of one user leave room for those of another', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const scanner = createFileScanner(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const scan = (userId: string) => scanner.findMalware(userId, Buffer.from('x'))
  const slow = Array.from({ length: 4 }, () => scan('u1'))
  const other = scan('u2')
  await expect.poll(() => sockets.length).toBe(3)
  for (const socket of sockets) socket.end('stream: OK\0')
  expect(await other).toBeUndefined()
  await expect.poll(() => sockets.length).toBe(5)
  for (const socket of sockets.slice(3)) socket.end('stream: OK\0')
  expect(await Promise.all(slow)).toEqual(Array(4).fill(undefined))
})

it('the daemon may have an IPv6 address', async () => {
  const error = await createFileScanner('tcp://[::1]:1')
    .findMalware('u1', Buffer.from('x'))
    .catch((error) => error)
  // refused, or a machine without IPv6; not looked up as a name
  expect(error).toBeInstanceOf(ScannerError)
  expect(error.cause.code).not.toBe('ENOTFOUND')
})
