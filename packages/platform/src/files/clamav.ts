import { connect } from 'node:net'
import { createGate } from '../gate.ts'

export type FileScanner = {
  /**
   * @param userId for whom: nobody has more than two files scanned at the same time
   * @returns what the scanner calls the malware in the file; undefined for a clean file
   * @throws ScannerError if the scanner does not answer; BusyError
   */
  findMalware(userId: string, bytes: Buffer): Promise<string | undefined>
}

/** The scanner does not answer, or not as expected: nothing is known about the file. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}

const scansAtOnce = 4
const scansOfOneUser = 2
const waitMs = 10_000
/** A file of 10 MB takes about a second; clamd gives up after two minutes */
const timeoutMs = 15_000
/** clamd's answer is one line */
const maxAnswer = 1_000

export function createFileScanner(url: string): FileScanner {
  const gate = createGate({
    name: 'file scans',
    capacity: scansAtOnce,
    capacityPerCaller: scansOfOneUser,
    maxWaiting: 100,
    waitMs,
  })
  return {
    findMalware: (userId, bytes) => gate.run(() => scan(new URL(url), bytes), userId),
  }
}

/** INSTREAM of clamd's protocol (clamd(8)): chunks with their length in front, ended by a length of zero. */
async function scan({ hostname, port }: URL, bytes: Buffer): Promise<string | undefined> {
  // an IPv6 address has brackets in a URL only
  const answer = await ask(hostname.replace(/^\[|\]$/g, ''), Number(port), [
    Buffer.from('zINSTREAM\0'),
    lengthOf(bytes.length),
    bytes,
    lengthOf(0),
  ])
  if (answer === 'stream: OK') return undefined
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (!found) throw new ScannerError(`clamd answered ${answer || 'nothing'}`)
  return found.slice(0, 200)
}

function lengthOf(length: number): Buffer {
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(length)
  return prefix
}

function ask(host: string, port: number, parts: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host, port, timeout: timeoutMs })
    const fail = (cause: unknown) => {
      socket.destroy()
      reject(new ScannerError('clamd does not answer', { cause }))
    }
    socket.setEncoding('utf8')
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
    })
    socket.on('data', (text) => {
      answer += text
      if (answer.length > maxAnswer) fail(new Error('The answer is too long'))
    })
    socket.on('timeout', () => fail(new Error(`No answer within ${timeoutMs} ms`)))
    socket.on('error', fail)
    socket.on('close', () => resolve(answer.replace(/\0$/, '').trim()))
  })
}
