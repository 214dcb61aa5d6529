import { close, fstat, open, write } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '@jaanch/platform/logging'
import { count } from '@jaanch/platform/telemetry/metrics'

const fd = {
  open: promisify(open),
  write: promisify(write),
  fstat: promisify(fstat),
  close: promisify(close),
}

export type DailyLines = {
  /** Adds a line, in memory: it neither waits nor throws. @param isOfUser false for what strangers cause */
  add(line: string, isOfUser: boolean): void
  /** Writes what is left. */
  close(): Promise<void>
}

type Options = {
  /** A directory, with one file for each day (UTC): YYYY-MM-DD.jsonl; or `stdout` */
  target: string
  /** Files of earlier days are deleted */
  keepDays: number
  log: Log
  now: () => Date
}

const flushEveryMs = 1_000
/** Lines that wait for a disk that is full or slow */
const maxWaitingBytes = 2_000_000
/** The most that a day may take on a disk that the database may be on too: strangers cannot fill it, nor hide what users do */
const maxDayBytes = { ofStrangers: 1_000_000_000, ofAll: 2_000_000_000 }

const dayMs = 24 * 60 * 60 * 1_000
/** The number of a day (UTC), and how it is written: YYYY-MM-DD */
const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)
const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * Lines that are kept for some days. A process that is killed loses those of the last second. Several processes write the same file:
 * each write has whole lines, and goes to its end. Lines that cannot be kept are dropped and counted.
 */
export function openDailyLines({ target, keepDays, log, now }: Options): DailyLines {
  const isStdout = target === 'stdout'
  let waiting: string[] = []
  let waitingBytes = 0
  /** The part of a batch that is not written yet */
  let rest = Buffer.alloc(0)
  let file: { fd: number; day: number; size: number } | undefined
  let flushing: Promise<void> | undefined
  let isFailing = false

  async function fileOfToday(): Promise<number> {
    if (isStdout) return 1
    const day = dayOf(now())
    if (file?.day === day) return file.fd
    await closeFile()
    // only the account of the services reads them
    await mkdir(target, { recursive: true, mode: 0o700 })
    const opened = await fd.open(join(target, `${dayText(day)}.jsonl`), 'a', 0o600)
    file = { fd: opened, day, size: (await fd.fstat(opened)).size }
    await deleteOldFiles(target, dayText(day - keepDays))
    return opened
  }

  async function closeFile(): Promise<void> {
    const closing = file
    file = undefined
    if (closing) await fd.close(closing.fd)
  }

  async function writeAll(): Promise<void> {
    const to = await fileOfToday()
    while (rest.length > 0 || waiting.length > 0) {
      if (rest.length === 0) {
        rest = Buffer.from(waiting.join(''))
        waiting = []
        waitingBytes = 0
      }
      const { bytesWritten } = await fd.write(to, rest)
      rest = rest.subarray(bytesWritten)
    }
    if (file) file.size = (await fd.fstat(file.fd)).size
  }

  async function flush(): Promise<void> {
    try {
      await writeAll()
      if (isFailing) log.info('the lines of requests are written again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'the lines of requests cannot be written')
      isFailing = true
      // perhaps the directory was replaced
      await closeFile().catch(() => {})
    }
  }

  function flushSoon(): Promise<void> {
    flushing ??= flush().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  // a counter that never counted is not exported
  count('jaanch_request_lines_lost_total', 0)
  const timer = setInterval(() => void (waiting.length + rest.length > 0 && flushSoon()), flushEveryMs)
  timer.unref()

  return {
    add(line, isOfUser) {
      const maxSize = isOfUser ? maxDayBytes.ofAll : maxDayBytes.ofStrangers
      const isOfToday = file?.day === dayOf(now())
      if (waitingBytes + line.length > maxWaitingBytes || (isOfToday && (file?.size ?? 0) > maxSize)) {
        count('jaanch_request_lines_lost_total', 1)
        return
      }
      waiting.push(line)
      waitingBytes += line.length
    },
    async close() {
      clearInterval(timer)
      await flushing
      await flushSoon()
      await closeFile().catch(() => {})
    },
  }
}

/** Also those that an operator compressed. */
async function deleteOldFiles(directory: string, before: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const [, day] = name.match(/^(\d{4}-\d{2}-\d{2})\.jsonl/) ?? []
    if (day && day < before) await rm(join(directory, name), { force: true })
  }
}
