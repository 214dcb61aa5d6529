import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listDeadLetters, skipDeadLetter } from '@jaanch/operations/work/dead-letters'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useWork } from '../testing/work.ts'

const { database, createWork, startWorker } = useWork()

function spawnWorker(ending: number): ChildProcess {
  const program = fileURLToPath(new URL('../testing/exiting-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [program, database.url, `${ending}`], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** As the time of a lease that nobody renews */
const expireLeases = () =>
  database.asOwner(`update work set leased_until = now() - interval '1 second' where lease_token is not null`)

/** Starts a worker again whenever it ended, as a supervisor does, until there is a letter. @returns how often it ended */
async function superviseUntilDead(ending: number): Promise<number> {
  for (let ends = 0; ; ends += 1) {
    const child = spawnWorker(ending)
    const ended = once(child, 'exit').then(() => true)
    const isDead = expect
      .poll(() => listDeadLetters(database.pool), { timeout: 120_000 })
      .toHaveLength(1)
      .then(() => false)
    isDead.catch(() => {})
    if (!(await Promise.race([ended, isDead]))) return ends
    await expireLeases()
  }
}

async function waiting(): Promise<string[]> {
  const { rows } = await database.asOwner('select stream_id from work')
  return rows.map((row) => row.stream_id as string)
}

describe('work whose handler ends its process', () => {
  it('becomes a dead letter that names its event; what was lost with it, in its stream and in others, is handled', async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => createWork()))
    const first = await createWork()
    const { stream, position } = await createWork(first.stream)
    const last = await createWork(stream)
    // the first time with the event before it, which is handled alone the second time; then three attempts
    expect(await superviseUntilDead(position)).toBe(4)
    const error = 'The process that handled it ended or was frozen'
    const [dead] = await listDeadLetters(database.pool)
    expect(dead).toMatchObject({ streamId: stream, position, attempts: 3, error })
    await expect.poll(waiting).toEqual([stream])

    await skipDeadLetter(database.pool, dead?.id ?? 0, { reason: 'no memory', operator: 'admin:test' })
    await expect.poll(waiting).toEqual([])
    const { rows } = await database.asOwner(
      'select stream_id, since::int, upto::int from work_done order by upto',
    )
    expect(rows.filter(({ stream_id }) => stream_id === stream)).toMatchObject([
      { since: first.position - 1, upto: first.position },
      { since: position, upto: last.position },
    ])
    expect(new Set(rows.map(({ stream_id }) => stream_id))).toEqual(
      new Set([...others.map((other) => other.stream), stream]),
    )
  })
})

describe('a worker that is stopped', () => {
  it('gives back what does not end in time, without counting an attempt, and another one begins it anew', async () => {
    const { stream } = await createWork()
    const begun: number[] = []
    let finish = () => {}
    const start = (handle: () => Promise<void>) =>
      startWorker(
        async ({ position }) => {
          begun.push(position)
          await handle()
        },
        { releaseAfterMs: 50 },
      )
    const stop = start(() => new Promise((resolve) => (finish = resolve)))
    await expect.poll(() => begun).toHaveLength(1)
    const stopping = stop()
    const readRow = async () =>
      (await database.asOwner('select attempts, lease_token from work where stream_id = $1', [stream])).rows
    await expect.poll(readRow).toEqual([{ attempts: 0, lease_token: null }])

    start(async () => {})
    await expect.poll(waiting).toEqual([])
    expect(begun).toHaveLength(2)
    const { rows } = await database.asOwner('select attempts from work_done where stream_id = $1', [stream])
    expect(rows).toEqual([{ attempts: 0 }])
    finish()
    await stopping
  })
})
