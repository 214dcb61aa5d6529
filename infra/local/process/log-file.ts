import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const ROTATE_AT_BYTES = 20 * 1024 * 1024
const TAIL_BYTES = 4096

/**
 * Opens a log for appending and returns its file descriptor, for a child to write to directly: what the
 * child says is kept even when we are gone. A log over 20 MB first becomes `<path>.1`.
 */
export function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_AT_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o640)
}

/** The last lines of a log, at most 4 KB of them; empty when there is no log. */
export function lastLines(path: string, count = 10): string {
  if (!statSync(path, { throwIfNoEntry: false })) return ''
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(file, tail, 0, tail.length, size - tail.length)
    return tail.toString().trimEnd().split('\n').slice(-count).join('\n')
  } finally {
    closeSync(file)
  }
}
