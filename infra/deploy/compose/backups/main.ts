/**
 * The container `backup` of docker-compose.yml: a backup every night, of which the newest stay.
 *
 *   node infra/deploy/compose/backups/main.ts --directory /backups --at 01:30 --keep 14     runs until SIGTERM
 *   node infra/deploy/compose/backups/main.ts --directory /backups --check                  exit code 1 if the newest is too old
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLog } from '@jaanch/platform/logging'
import { inRepository } from '../../../local/paths.ts'
import { orSentence, Problem } from '../../../local/problem.ts'
import { listBackups, nameOf, nextTime, removeOld } from './kept-backups.ts'

const dayMs = 24 * 3_600_000
/** A backup of a large database takes an hour */
const tooOldMs = dayMs + 2 * 3_600_000
const retryAfterMs = 15 * 60_000

await orSentence(async () => {
  const { check, ...given } = readArguments()
  if (check) return assertRecent(given.directory)
  await backUpEveryNight(given)
})

type Given = { directory: string; at: string; keep: number; recipient: string }

function readArguments() {
  const { values } = parseArgs({
    options: {
      directory: { type: 'string' },
      at: { type: 'string', default: '01:30' },
      keep: { type: 'string', default: '14' },
      /** A public key of age; empty: backups are not encrypted */
      recipient: { type: 'string', default: '' },
      check: { type: 'boolean', default: false },
    },
  })
  const keep = Number(values.keep)
  if (!values.directory) throw new Problem('Name the directory of the backups: --directory.')
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(values.at))
    throw new Problem('Write the time of day in India at which backups begin, such as 01:30.')
  if (!Number.isInteger(keep) || keep < 1) throw new Problem('Write how many backups stay: 1 or more.')
  return { ...values, directory: values.directory, keep }
}

/** @throws Problem if the newest backup is too old */
function assertRecent(directory: string): void {
  const newest = listBackups(directory).at(-1)
  if (!newest) throw new Problem('There is no backup yet.')
  if (Date.now() - newest.at.getTime() > tooOldMs)
    throw new Problem(`The newest backup is ${newest.name}: see the log for why there is no newer one.`)
  console.log(`The newest backup is ${newest.name}.`)
}

/** Begins with a backup if there is none of the last day, so that a new installation has one, and shows that it can. */
async function backUpEveryNight({ directory, at, keep, recipient }: Given): Promise<void> {
  const log = createLog('backup', 'info')
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())

  const newest = listBackups(directory).at(-1)
  let isDue = !newest || Date.now() - newest.at.getTime() > dayMs
  while (!stop.signal.aborted) {
    const isDone = !isDue || (await backUpOnce())
    const next = isDone ? nextTime(at, new Date()) : new Date(Date.now() + retryAfterMs)
    log.info({ at: next.toISOString() }, 'the next backup')
    await setTimeout(next.getTime() - Date.now(), undefined, { signal: stop.signal }).catch(() => {})
    isDue = true
  }

  /** @returns whether there is a new backup */
  async function backUpOnce(): Promise<boolean> {
    // room for the new one, also where one that did not end fills the disk
    const makeRoom = removeOld(directory, keep)
    const name = nameOf(new Date())
    const startedAt = performance.now()
    const encrypted = recipient === '' ? [] : ['--recipient', recipient]
    const child = spawn(
      process.execPath,
      [inRepository('infra/ops/main.ts'), 'backup', join(directory, name), '--json', ...encrypted],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    // it removes what it has written
    const interrupt = () => child.kill('SIGTERM')
    stop.signal.addEventListener('abort', interrupt)
    const [code] = await once(child, 'exit')
    stop.signal.removeEventListener('abort', interrupt)
    if (stop.signal.aborted) return false
    const ms = Math.round(performance.now() - startedAt)
    if (code !== 0) {
      log.error({ backup: name, code, ms }, 'the backup failed')
      return false
    }
    const removed = [...makeRoom, ...removeOld(directory, keep)]
    log.info({ backup: name, ms, removed }, 'backed up')
    return true
  }
}
