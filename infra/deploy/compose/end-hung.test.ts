import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { endIfHung, findMain } from './end-hung.ts'

/** An init that has one child, which is stopped: it answers nothing, and no SIGTERM ends it. */
async function startHung(): Promise<{ init: ChildProcess; main: NonNullable<ReturnType<typeof findMain>> }> {
  const init = spawn('sh', ['-c', 'sleep 60 & echo; kill -STOP $!; wait $!; exit 137'])
  onTestFinished(() => void init.kill('SIGKILL'))
  await once(init.stdout ?? init, 'data')
  const main = findMain(init.pid)
  if (!main) throw new Error('The child was not found')
  return { init, main }
}

function noteFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'jaanch-life-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'life.json')
}

it('a process that answered once and then hangs is ended at the third silence, and its container ends with it', async () => {
  const { init, main } = await startHung()
  const file = noteFile()
  const ended = once(init, 'exit')
  const outcomes = [true, false, false, true, false, false, false].map((answered) =>
    endIfHung(main, answered, file),
  )
  expect(outcomes).toEqual([false, false, false, false, false, false, true])
  expect(await ended).toEqual([137, null])
})

it('a process that has not answered yet is starting, and is left alone, also after one that had answered', async () => {
  const { main } = await startHung()
  const file = noteFile()
  endIfHung({ ...main, since: 'before' }, true, file)
  const outcomes = Array.from({ length: 10 }, () => endIfHung(main, false, file))
  expect(outcomes).not.toContain(true)
  process.kill(main.pid, 'SIGKILL')
})
