import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createGate } from '../gate.ts'
import type { Bounds } from '../http/bounds.ts'

export type PdfReader = {
  /**
   * Opens a PDF as a viewer does. What takes too long or too much memory is unreadable.
   * @param userId for whom: nobody has more than one file read at the same time
   * @throws PdfReaderError; BusyError
   */
  read(userId: string, bytes: Buffer): Promise<PdfVerdict>
}

/** The program that reads does not run: nothing is known about the file. */
export class PdfReaderError extends Error {
  override name = 'PdfReaderError'
}

const readProgram = fileURLToPath(new URL('read-pdf/main.ts', import.meta.url))
/** How often the memory of the program is looked at: it can fill some 10 MB until then */
const lookEveryMs = 50
/** The heap for objects; what streams are unpacked into lies outside of it, so that the whole is looked at too */
const heapMegabytes = 192
/** It is kept so long for the next file: its start takes 0.3 s, a small file 20 ms */
const idleMs = 60_000

/** @param program the path of the program that reads; a test has others */
export function createPdfReader(
  { pdfReadMs, pdfReadBytes, waitingPdfs, waitPdfMs }: Bounds,
  program: string = readProgram,
): PdfReader {
  const gate = createGate({ name: 'PDFs to read', capacity: 1, maxWaiting: waitingPdfs, waitMs: waitPdfMs })
  /** Reads one file after the other */
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  async function read(bytes: Buffer): Promise<PdfVerdict> {
    clearTimeout(idle)
    const reading = running(child) ?? start(program)
    child = reading
    const tooLong = setTimeout(() => reading.kill('SIGKILL'), pdfReadMs)
    const looking = setInterval(() => void killAbove(reading, pdfReadBytes), lookEveryMs)
    try {
      const { verdict, memory } = await ask(reading, bytes)
      // another file would be refused for what this one left behind
      if (memory > pdfReadBytes / 2) end()
      idle = setTimeout(end, idleMs).unref()
      return verdict
    } catch (error) {
      end()
      if (error instanceof KilledError) return 'unreadable'
      throw error
    } finally {
      clearTimeout(tooLong)
      clearInterval(looking)
    }
  }

  return {
    read: (userId, bytes) => gate.run(() => read(bytes), userId),
  }
}

/** It may have ended since the last file. */
function running(child: ChildProcess | undefined): ChildProcess | undefined {
  return child?.connected ? child : undefined
}

/** Without our variables and rights: it reads its own modules and nothing else. It does not keep this process from ending. */
function start(program: string): ChildProcess {
  const child = fork(program, {
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--permission', '--allow-fs-read=*'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // what happens to it while it has no file is noticed with the next one
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

/** The program was killed, by us or because its heap is full. */
class KilledError extends Error {}

function ask(child: ChildProcess, bytes: Buffer): Promise<PdfAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>()
  function fail(cause?: unknown): void {
    const ended = new PdfReaderError('The program that reads PDFs does not run', { cause })
    reject(child.killed ? new KilledError() : ended)
  }
  const exit = (_: number | null, signal: NodeJS.Signals | null) =>
    signal ? reject(new KilledError()) : fail()
  child.on('message', resolve).on('exit', exit).on('error', fail)
  child.send(bytes, (error) => error && fail(error))
  return promise.finally(() => child.off('message', resolve).off('exit', exit).off('error', fail))
}

/** On systems without /proc, time and the heap alone bound the memory. */
async function killAbove(child: ChildProcess, bytes: number): Promise<void> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
  if (kilobytes * 1_024 > bytes) child.kill('SIGKILL')
}

export type PdfVerdict = 'readable' | 'password' | 'without-pages' | 'unreadable'

/** The answer of the program that reads PDFs. @property memory that it has now, bytes */
export type PdfAnswer = { verdict: PdfVerdict; memory: number }
