/**
 * Docker starts a container again when its process ends, and not when its health check fails. So the health check ends a process that no
 * longer answers `/live`. Imports nothing but Node's own modules.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Silences of 10 s in a row after which the process is ended: with a check every 30 s, two minutes; an API is checked every 10 s */
const mostSilences = 3

/** The process of the service: the child of the container's init */
type Main = {
  pid: number /** Ticks since the machine started: another process may have the same pid later */
  since: string
}

/** @param init the process whose child it is. @returns undefined if there is none, as where no init runs */
export function findMain(init = 1): Main | undefined {
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined
    return stat?.parent === init ? [{ pid: Number(name), since: stat.since }] : []
  })
  return children.toSorted((a, b) => Number(a.since) - Number(b.since))[0]
}

/** The name of a program may contain blanks and brackets: fields are counted from the last one. */
function statOf(pid: string): { parent: number; since: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), since: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Notes whether the process answered, and ends it after three silences in a row. One that has not answered yet is starting, which may take
 * as long as it likes. A file that cannot be written or read ends nothing.
 * @param file remembers the silences from one check to the next
 * @returns whether it was ended
 */
export function endIfHung(main: Main, answered: boolean, file: string): boolean {
  const silences = answered ? 0 : silencesOf(main, file)
  if (silences === undefined) return false
  if (!answered && silences + 1 >= mostSilences) {
    process.kill(main.pid, 'SIGKILL')
    return true
  }
  try {
    writeFileSync(file, JSON.stringify({ ...main, silences: answered ? 0 : silences + 1 }))
  } catch {
    // then nothing is ended
  }
  return false
}

/** @returns undefined for a process that has not answered yet */
function silencesOf({ pid, since }: Main, file: string): number | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof noted !== 'object' || noted === null) return undefined
    if (!('silences' in noted && 'pid' in noted && 'since' in noted)) return undefined
    if (noted.pid !== pid || noted.since !== since || typeof noted.silences !== 'number') return undefined
    return noted.silences
  } catch {
    return undefined
  }
}
