import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@jaanch/platform/logging'
import { setSink } from '@jaanch/platform/telemetry/metrics'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDailyLines } from './daily-lines.ts'

let directory = ''
let logged: string[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'jaanch-lines-'))
  logged = []
})
afterEach(() => {
  setSink(undefined)
  rmSync(directory, { recursive: true })
})

function openAt(day: string) {
  const log = createLog('test', 'info', { write: (line) => void logged.push(JSON.parse(line).msg) })
  return openDailyLines({ target: directory, keepDays: 180, log, now: () => new Date(`${day}T10:00:00Z`) })
}
const read = (name: string) => readFileSync(join(directory, name), 'utf8')

it('are in the file of their day, which the account of the services alone reads, also those of two processes', async () => {
  const [one, other] = [openAt('2026-11-25'), openAt('2026-11-25')]
  one.add('1\n', true)
  other.add('2\n', false)
  await one.close()
  await other.close()
  expect(read('2026-11-25.jsonl')).toBe('1\n2\n')
  expect(statSync(join(directory, '2026-11-25.jsonl')).mode & 0o777).toBe(0o600)
})

it('are deleted after 180 days, also compressed ones; other files stay', async () => {
  for (const name of ['2026-05-28.jsonl', '2026-05-27.jsonl.gz', '2026-05-29.jsonl', 'notes.txt'])
    writeFileSync(join(directory, name), '')
  const lines = openAt('2026-11-25')
  lines.add('1\n', true)
  await lines.close()
  expect(readdirSync(directory).sort()).toEqual(['2026-05-29.jsonl', '2026-11-25.jsonl', 'notes.txt'])
})

it('wait for a disk that is full, up to a bound; those beyond it are dropped and counted, and nobody is disturbed', async () => {
  let lost = 0
  setSink({
    add: (_, value) => {
      lost += value
    },
    record: () => {},
  })
  symlinkSync('/dev/full', join(directory, '2026-11-25.jsonl'))
  const lines = openAt('2026-11-25')
  lines.add('first\n', true)
  await expect.poll(() => logged).toEqual(['the lines of requests cannot be written'])
  for (let n = 0; n < 210; n += 1) lines.add(`${'x'.repeat(10_000)}\n`, true)
  expect(lost).toBe(11)

  rmSync(join(directory, '2026-11-25.jsonl'))
  await lines.close()
  expect(read('2026-11-25.jsonl').split('\n').slice(0, -1)).toHaveLength(200)
  expect(read('2026-11-25.jsonl').startsWith('first\n')).toBe(true)
})
