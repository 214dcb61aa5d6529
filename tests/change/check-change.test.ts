import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTempDir } from '@jaanch/infra/local/testing'
import { linkPackages } from '@jaanch/infra/release/link-packages'
import { describe, expect, it } from 'vitest'
import { createRepository, type Files } from '../support/git-repository.ts'
import { type Change, checkChange } from './check-change.ts'
import { describeChange, missingIn } from './describe-change.ts'
import { smallJaanch } from './fixture.ts'

const directory = useTempDir()

/** A repository with a release v0.1.0. */
function createReleased() {
  const repository = createRepository(directory.path)
  repository.commit('release', smallJaanch)
  repository.git('tag', 'v0.1.0')
  linkPackages(repository.path)
  return repository
}

/** What a change of these files needs, committed or not. */
async function checkAfter(files: Files, fingerprint?: string): Promise<Change> {
  const repository = createReleased()
  repository.write(files)
  const change = await checkChange({ repository: repository.path, fingerprint: async () => fingerprint })
  if ('findings' in change) return change
  throw new Error(change.why)
}

/** Everything that the fixture promises, broken. */
const broken: Files = {
  'packages/contracts/src/model-version.ts':
    "export const modelVersion = 1\nexport const modelFingerprint = 'bbbb'\n",
  'infra/migrations/sql/0001_log.sql': 'create table log (id bigint);\n',
  'packages/contracts/src/events/registry.ts': `import { z } from 'zod'
export const eventDefinitions = {
  BookingPlaced: { schemaVersion: 1, data: z.object({ bookingId: z.string(), note: z.string() }) },
}
`,
  'packages/contracts/src/consumers.ts':
    "export const consumers = { orders: ['BookingPlaced', 'BookingMoved'] }\n",
  'packages/contracts/src/http/routes.ts': `import { z } from 'zod'
export const routes = {
  readBooking: {
    method: 'GET', path: '/api/bookings/:id', access: 'signed-in',
    params: z.object({ id: z.string() }), response: z.object({ id: z.string() }),
  },
}
`,
  'packages/platform/src/config.ts': `export const variableNames = ['PORT']
export function loadConfig(variables) {
  const values = { PORT: 8080, ...variables }
  return {
    port: values.PORT,
  }
}
`,
  'services/api/src/main.ts': "const config = configOfProcess('databaseUrl', 'redisUrl')\n",
  'docker-compose.yml': `services:
  api:
    environment:
      KEY: \${KEY:?a key}\${JWT_SECRET:?a secret}
`,
  'infra/ops/program.ts': `import { Command } from 'commander'
export const createProgram = () => new Command('ops').addCommand(new Command('state'))
`,
  'packages/platform/src/telemetry/catalogue.ts': 'export const catalogue = {}\n',
}

const upgrading = `# Changelog

## [Unreleased]

### Upgrading

- \`PORT\` is 8080, and set \`KEY\` and \`REDIS_URL\`. The consumer
  orders waits for workers of this release. \`GET /api/bookings/{id}\` has no status.
- \`ops status\` is \`ops state\`; \`jaanch_log_head\` is gone.

## [0.1.0] - 2026-01-31

### Added

- Bookings.
`

describe('a change since the last release', () => {
  it('that changes nothing needs nothing, and leaves nothing behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('jaanch-change-'))
    const change = await checkAfter({ 'README.md': 'New.\n' }, 'aaaa')
    expect(change).toMatchObject({ base: { name: 'v0.1.0' }, findings: [], notCompared: [], level: 'patch' })
    expect(describeChange(change)).toMatch(/Nothing changed for operators.*\nNothing is missing\.$/)
    const left = readdirSync(tmpdir()).filter(
      (name) => name.startsWith('jaanch-change-') && !before.includes(name),
    )
    // those of tests that run at the same time are others
    expect(left.filter((name) => readdirSync(join(tmpdir(), name)).includes('CHANGELOG.md'))).toEqual([])
  })

  it('that breaks promises names each of them', async () => {
    const change = await checkAfter(broken)
    expect(missingIn(change)).toEqual([
      'read tables: in packages/contracts/src/model-version.ts set modelVersion to 2',
      expect.stringContaining('migrations: put 0001_log back'),
      expect.stringContaining('events: add an upcaster to BookingPlaced'),
      expect.stringMatching(/consumers: no line .* consumer orders/),
      expect.stringContaining('settings: no line under "Upgrading" in CHANGELOG.md names PORT'),
      expect.stringContaining('names REDIS_URL'),
      expect.stringContaining('names KEY'),
      expect.stringContaining('API: no line under "Upgrading" in CHANGELOG.md names GET /api/bookings/{id}'),
      expect.stringContaining('commands: no line under "Upgrading" in CHANGELOG.md names ops status'),
      expect.stringContaining('metrics: no line under "Upgrading" in CHANGELOG.md names jaanch_log_head'),
    ])
    expect(change.level).toBe('breaking')
    expect(describeChange(change)).toContain('Missing: 10, see above.')
  })

  it('needs lines for operators in CHANGELOG.md, which cannot stand for a model version, a migration or an upcaster', async () => {
    const change = await checkAfter({ ...broken, 'CHANGELOG.md': upgrading })
    expect(missingIn(change).map((text) => text.split(':')[0])).toEqual([
      'read tables',
      'migrations',
      'events',
    ])
  })

  it('needs a model version if the projections write something else', async () => {
    expect(missingIn(await checkAfter({}, 'cccc'))).toEqual([
      expect.stringContaining("set modelFingerprint to 'cccc'"),
    ])
  })

  it('needs code that can be loaded without new settings', async () => {
    const change = await checkAfter({
      'packages/platform/src/config.ts': `export const variableNames = ['PORT', 'KEY']
export function loadConfig() { throw new Error('The variable KEY is not usable') }
`,
    })
    expect(missingIn(change)).toEqual(['settings: The variable KEY is not usable'])
  })

  it('is not compared where the earlier code has no such part', async () => {
    const repository = createReleased()
    const catalogue = 'packages/platform/src/telemetry/catalogue.ts'
    const since = repository.commit('no metrics', { [catalogue]: null })
    repository.write({ [catalogue]: 'export const catalogue = {}\n' })
    const change = await checkChange({ repository: repository.path, since })
    expect(change).toMatchObject({ findings: [], notCompared: [{ area: 'metrics' }] })
  })
})

describe('nothing is compared, and a sentence says why,', () => {
  it('without a tag', async () => {
    const repository = createRepository(directory.path)
    repository.commit('first', smallJaanch)
    repository.git('tag', 'other')
    expect(await checkChange({ repository: repository.path })).toEqual({
      why: expect.stringContaining('No release is tagged'),
      isMistake: false,
    })
    expect(await checkChange({ repository: repository.path, since: 'v9' })).toEqual({
      why: 'The repository has no commit, branch or tag v9.',
      isMistake: true,
    })
  })

  it('in a shallow clone', async () => {
    const repository = createReleased()
    repository.commit('second', { 'README.md': 'x' })
    const clone = join(directory.path, 'clone')
    execFileSync('git', ['clone', '-q', '--depth=1', '--no-tags', `file://${directory.path}`, clone], {
      stdio: 'pipe',
    })
    for (const since of [undefined, 'v0.1.0'])
      expect(await checkChange({ repository: clone, since })).toEqual({
        why: expect.stringContaining('run git fetch --unshallow --tags'),
        isMistake: false,
      })
  })

  it('without git', async () => {
    expect(await checkChange({ repository: directory.path })).toMatchObject({
      why: expect.stringContaining('no git checkout'),
    })
  })
})
