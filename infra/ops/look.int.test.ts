import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@jaanch/platform/logging'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import { createTestDatabase } from '@jaanch/tests/support/database'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { refusal, runOps, withOps } from './testing.ts'

const it = withOps(stackTest({ workers: false }))

describe('the status', () => {
  it('counts the jobs of this installation only, on a Redis that two installations use', async ({
    stack,
    ops,
    onTestFinished,
  }) => {
    const redis = createRedis({
      url: stack.redisUrl,
      name: 'test',
      failFast: false,
      log: createLog('test', 'silent'),
    })
    onTestFinished(() => redis.disconnect())
    await expect.poll(() => redis.status).toBe('ready')
    const queue = 'ops-test'
    const own = createJobProducer({ redis, prefix: createQueuePrefix(stack.database.pool), queue })
    const other = createJobProducer({ redis, prefix: async () => 'jaanch-other', queue })
    await own.add([{ name: 'job', data: 1 }])
    await other.add([2, 3].map((data) => ({ name: 'job', data })))

    const { queues } = await ops.json('status')
    expect(queues).toContainEqual({ name: queue, waiting: 1, active: 0, delayed: 0, failed: 0 })
    expect((await ops('status')).out).toMatch(/ops-test +1 +0 +0 +0/)
  })
})

describe('check-config', () => {
  const check = (env: Record<string, string>) => runOps(env, 'check-config', '--json')
  const misspelt = { SMTP_ULR: 'smtps://mail.test' }

  it('names what is wrong with the settings of services that do not run, and fails for an error only', async ({
    ops,
  }) => {
    const [wrong, bearable, trial] = await Promise.all([
      check({ ...ops.env, ...misspelt, PUBLIC_URL: 'http://jaanch.test' }),
      check({ ...ops.env, ...misspelt, ALLOW_KNOWN_SECRETS: '1', DEMO: '1' }),
      check({ ...ops.env, ALLOW_KNOWN_SECRETS: '1', DEMO: '0' }),
    ])
    const textsOf = ({ out }: { out: string }) =>
      JSON.parse(out).findings.map(({ text }: { text: string }) => text)
    expect(textsOf(wrong)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^PUBLIC_URL is not https/),
        expect.stringMatching(/^SMTP_URL is not set/),
        expect.stringMatching(/^No backup/),
        'SMTP_ULR is no setting.',
      ]),
    )
    expect(textsOf(bearable)).toEqual(['SMTP_ULR is no setting.'])
    expect(textsOf(trial)).toEqual(
      expect.arrayContaining(
        ['SMTP_URL', 'SMS_GATEWAY', 'OPERATOR', 'No backup', 'The client still states'].map((start) =>
          expect.stringMatching(new RegExp(`^${start}`)),
        ),
      ),
    )
    expect([wrong.code, bearable.code, trial.code]).toEqual([1, 0, 1])
  })

  it('names them without a database too, whose silence is the exit code', async () => {
    const { code, out, err } = await check({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/jaanch' })
    expect(out).toContain('CLAMD_URL is not set')
    expect(out).toContain('No backup is recorded')
    expect(err).toContain('The database')
    expect(code).toBe(3)
  })
})

describe('the commands without a stack or Redis', () => {
  it('print a sentence about what to do', async ({ ops }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-ops-'))
    const none = await runOps({ DATABASE_URL: '', REDIS_URL: '', DATA_DIR: dataDir }, 'status')
    expect(none).toMatchObject({ code: 3, out: '' })
    expect(none.err).toBe(
      `No stack runs on ${dataDir}: start it with npm start, name another with DATA_DIR=…, or set DATABASE_URL.\n`,
    )
    await rm(dataDir, { recursive: true })
    const away = await runOps({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'status')
    expect(away.code).toBe(3)
    expect(away.err).toContain('The database does not let us in (ECONNREFUSED)')
    const withoutRedis = await runOps({ ...ops.env, REDIS_URL: 'redis://127.0.0.1:1' }, 'status')
    expect(withoutRedis).toMatchObject({ code: 0 })
    expect(withoutRedis.out).toContain('Redis does not answer')
  })
})

it('a command refuses the database of another build, and one that lacks migrations', async ({
  onTestFinished,
}) => {
  // other files use the database of the stack
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const status = () => runOps({ DATABASE_URL: database.url }, 'status')
  await database.asOwner("update migrations set name = '0001_log' where name like '0001_log-%'")
  expect(await status()).toMatchObject(refusal('The database has the schema of another build', 3))
  await database.asOwner('delete from migrations')
  expect(await status()).toMatchObject(refusal('The database is not up to date', 3))
})
