import { describe, expect, it } from 'vitest'
import { compareCalls } from './compare-calls.ts'
import { compareCommands } from './compare-commands.ts'
import { compareConsumers } from './compare-consumers.ts'
import { compareEvents } from './compare-events.ts'
import { compareMetrics } from './compare-metrics.ts'
import { compareMigrations } from './compare-migrations.ts'
import { compareReadTables } from './compare-read-tables.ts'
import { compareSettings } from './compare-settings.ts'
import { type Finding, levelOf } from './finding.ts'
import type { Call, EventType, Settings } from './snapshot.ts'

const explained = () => true
const unexplained = () => false
const missing = (findings: Finding[]) => findings.flatMap((finding) => finding.missing ?? [])

describe('the read tables', () => {
  const before = { version: 6, fingerprint: 'aaaa', definition: 'create table bookings ()' }
  const compare = (now: Partial<typeof before>, computed?: string, isExplained = explained) =>
    compareReadTables(before, { ...before, ...now }, computed, isExplained)

  it('need nothing if they are the same', () => {
    expect(compare({})).toEqual([])
    expect(compare({}, 'aaaa')).toEqual([])
  })

  it('need a new model version if their definition, or what the projections write, changed', () => {
    for (const findings of [
      compare({ fingerprint: 'bbbb' }),
      compare({ definition: 'create table bookings (id uuid)' }),
      compare({}, 'bbbb'),
    ])
      expect(missing(findings)).toEqual([expect.stringContaining('modelVersion')])
    expect(missing(compare({}, 'bbbb'))).toEqual([expect.stringContaining("set modelFingerprint to 'bbbb'")])
  })

  it('need the fingerprint that they have, and a line for operators, once the version was raised', () => {
    const now = { version: 7, fingerprint: 'bbbb' }
    expect(missing(compare(now, 'bbbb'))).toEqual([])
    expect(missing(compare(now, 'cccc'))).toEqual([expect.stringContaining("'cccc'")])
    expect(missing(compare(now, 'bbbb', unexplained))).toEqual([expect.stringContaining('model version 7')])
  })

  it('never go back to an earlier version', () => {
    expect(missing(compare({ version: 5 }))).toEqual([expect.stringContaining('7 or more')])
  })

  it('are filled again for nothing if the version was raised without a change', () => {
    expect(compare({ version: 7 })[0]?.change).toContain('the tables are the same')
  })
})

describe('a migration', () => {
  const released = { '0001_log': 'create table log ();', '0002_people': 'create table users (id int);' }
  const compare = (now: Record<string, string>, isExplained = unexplained) =>
    compareMigrations(new Map(Object.entries(released)), new Map(Object.entries(now)), isExplained)

  it('that is new and only adds needs nothing', () => {
    const sql = `create table places (id int not null);
      alter table places alter column id set not null;
      alter table users add column visits int not null default 0;
      alter table users drop constraint one; alter table users add constraint one check (id > 0);
      -- drop table users;
      create function forget() returns void language plpgsql as $$ begin drop table users; end $$;
      create trigger t before update or truncate on users execute function forget();`
    const findings = compare({ ...released, '0003_places': sql })
    expect(missing(findings)).toEqual([])
    expect(findings).toHaveLength(1)
  })

  it('that was released is never edited, renamed or removed', () => {
    expect(missing(compare({ ...released, '0002_people': 'create table users (id bigint);' }))).toEqual([
      expect.stringContaining('put 0002_people back'),
    ])
    expect(missing(compare({ '0001_log': released['0001_log'] }))).toEqual([
      expect.stringContaining('give 0002_people back'),
    ])
    const renamed = compare({ '0001_log': released['0001_log'], '0004_people': released['0002_people'] })
    expect(renamed.map(({ change }) => change)).toEqual([
      'The released migration 0002_people is called 0004_people now.',
    ])
    expect(missing(renamed)).toHaveLength(1)
  })

  it('comes after all that were released, with a number of its own', () => {
    const between = compareMigrations(
      new Map([['0005_last', '']]),
      new Map([
        ['0005_last', ''],
        ['0004_between', 'select 1'],
      ]),
      explained,
    )
    expect(missing(between)).toEqual([expect.stringContaining('renumber 0004_between')])
    expect(missing(compare({ ...released, '0003_a': '', '0003_b': '' }))).toHaveLength(2)
  })

  it.each([
    'drop table users',
    'DROP FUNCTION IF EXISTS change_place(jsonb)',
    'alter table users drop column name',
    'alter table only users\n  rename column name to title',
    'alter table users alter column name set not null',
    'alter table users alter column name type bigint',
    'alter table users add column phone text not null',
    'truncate users',
  ])('that may stop the release before has to be explained: %s', (statement) => {
    const now = { ...released, '0003_change': `select 1; ${statement};` }
    expect(missing(compare(now))).toEqual([expect.stringContaining('migration 0003')])
    expect(missing(compare(now, explained))).toEqual([])
  })
})

describe('what consumers want', () => {
  const before = { orders: ['BookingPlaced'] }
  const compare = (now: Record<string, string[]>, sql: string, isExplained = explained) =>
    missing(compareConsumers(before, now, new Map([['0003_x', sql]]), isExplained))

  it('has to be explained, because workers of the release before lease nothing of the consumer', () => {
    const now = { orders: ['BookingPlaced', 'BookingMoved'] }
    expect(compare(now, '')).toEqual([])
    expect(compare(now, '', unexplained)).toEqual([expect.stringContaining('names consumer orders')])
    expect(compare({ ...before, bills: ['BookingPlaced'] }, '', unexplained)).toEqual([])
  })

  it('needs migrations for what is gone', () => {
    const deleted = "delete from consumer_events where consumer = 'orders' and type = 'BookingPlaced'"
    expect(compare({ orders: [] }, '')).toEqual([expect.stringContaining('delete from consumer_events')])
    expect(compare({ orders: [] }, `-- ${deleted}`)).toHaveLength(1)
    expect(compare({ orders: [] }, deleted.replace('orders', 'reports'))).toHaveLength(1)
    expect(compare({ orders: [] }, deleted)).toEqual([])
    expect(compare({}, deleted)).toEqual([expect.stringContaining("delete from consumers … 'orders'")])
    expect(compare({}, `${deleted}; delete from consumers where name = 'orders'`)).toEqual([])
  })
})

describe('an event type', () => {
  const text = { type: 'string' }
  const placed: EventType = {
    schemaVersion: 1,
    data: {
      type: 'object',
      properties: { id: text, kind: { type: 'string', enum: ['a'] } },
      required: ['id'],
    },
    samples: { 1: '{"id":"1"}' },
  }
  const withData = (properties: object, required = ['id']): EventType => ({
    ...placed,
    data: { type: 'object', properties: { ...(placed.data.properties as object), ...properties }, required },
  })
  const compare = (now: EventType | undefined, isExplained = unexplained) =>
    compareEvents({ placed }, now ? { placed: now } : {}, isExplained)

  it('that is the same needs nothing, nor does one with a field that may be missing', () => {
    expect(compare(placed)).toEqual([])
    expect(missing(compare(withData({ note: text })))).toEqual([])
  })

  it('that is new needs a sample, and a line for operators: the release before cannot read past it', () => {
    const now = { placed, moved: { ...placed, samples: {} } }
    expect(missing(compareEvents({ placed }, now, unexplained))).toEqual([
      expect.stringMatching(/add a sample of version 1 of moved .*; no line .* names moved/),
    ])
    expect(missing(compareEvents({ placed }, { placed, moved: placed }, explained))).toEqual([])
  })

  it('with a field that must be there needs an upcaster', () => {
    expect(missing(compare(withData({ note: text }, ['id', 'note']), explained))).toEqual([
      expect.stringContaining('add an upcaster to placed, which makes version 2'),
    ])
  })

  it('with a new version needs a sample of it', () => {
    expect(missing(compare({ ...placed, schemaVersion: 2 }, explained))).toEqual([
      expect.stringContaining('add a sample of version 2'),
    ])
    const samples = { 1: '{"id":"1"}', 2: '{"id":"1","note":"x"}' }
    expect(missing(compare({ ...placed, schemaVersion: 2, samples }, explained))).toEqual([])
  })

  it('with a value that the release before refuses has to be explained', () => {
    const now = withData({ kind: { type: 'string', enum: ['a', 'b'] } })
    expect(compare(now)[0]?.change).toContain('kind can no longer be b')
    expect(missing(compare(now))).toEqual([expect.stringContaining('names placed')])
    expect(missing(compare(now, explained))).toEqual([])
  })

  it('is never removed, and keeps its versions and samples', () => {
    expect(missing(compare(undefined))).toEqual(['declare placed again: logs contain it'])
    expect(
      missing(compareEvents({ placed: { ...placed, schemaVersion: 2 } }, { placed }, explained)),
    ).toEqual([expect.stringContaining('give placed its version 2')])
    expect(missing(compare({ ...placed, samples: { 1: '{"id":"2"}' } }))).toEqual([
      expect.stringContaining('put the sample of version 1 of placed back'),
    ])
  })
})

describe('settings', () => {
  const before: Settings = {
    variables: ['PORT', 'DEMO'],
    defaults: { PORT: '3000', DEMO: 'false' },
    neededBy: { 'services/api/src/main.ts': ['DATABASE_URL'] },
    neededByCompose: { 'docker-compose.yml': ['JWT_SECRET'] },
  }
  const compare = (now: Partial<Settings>, isExplained = unexplained) =>
    compareSettings(before, { ...before, ...now }, isExplained)

  it('that are new and optional need nothing', () => {
    const findings = compare({ variables: ['PORT', 'DEMO', 'HOST'] })
    expect(missing(findings)).toEqual([])
    expect(findings[0]?.change).toBe('New: `HOST`.')
  })

  it.each([
    ['is removed', { variables: ['DEMO'] }, 'PORT'],
    ['has another default', { defaults: { ...before.defaults, PORT: '8080' } }, 'PORT'],
    [
      'is required by a program that did without',
      { neededBy: { 'services/api/src/main.ts': ['DATABASE_URL', 'REDIS_URL'] } },
      'REDIS_URL',
    ],
    [
      'is required by the compose file',
      { neededByCompose: { 'docker-compose.yml': ['JWT_SECRET', 'TLS_KEY'] } },
      'TLS_KEY',
    ],
  ])('have to be explained if one %s', (_, now, name) => {
    expect(missing(compare(now))).toEqual([expect.stringContaining(`names ${name}`)])
    expect(missing(compare(now, explained))).toEqual([])
  })

  it('of a new program break no installation', () => {
    expect(compare({ neededBy: { ...before.neededBy, 'services/x/src/main.ts': ['X_URL'] } })).toEqual([])
  })
})

describe('a call', () => {
  const call: Call = {
    access: ['customer', 'admin'],
    status: 200,
    hasKey: true,
    hasCookie: false,
    bodyLimit: null,
    requests: { body: { type: 'object', properties: { id: { type: 'string' } }, required: [] } },
    answer: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  }
  const name = 'POST /api/bookings'
  const compare = (now: Partial<Call>) =>
    compareCalls({ [name]: call }, { [name]: { ...call, ...now } }, unexplained)

  it('may be new, be for more people, take more', () => {
    expect(compare({ access: 'signed-in', bodyLimit: 200_000 })).toEqual([])
    const findings = compareCalls({}, { [name]: call }, unexplained)
    expect(findings).toMatchObject([{ change: `New: \`${name}\`.`, level: 'minor' }])
    expect(missing(findings)).toEqual([])
  })

  it.each<[string, Partial<Call>]>([
    ['is no longer for customer', { access: ['admin'] }],
    ['answers with 201 instead of 200', { status: 201 }],
    ['ignores the Idempotency-Key', { hasKey: false }],
    ['takes 1000 bytes, not 100000', { bodyLimit: 1_000 }],
    ['body is no longer read', { requests: {} }],
    ['body: id is required now', { requests: { body: { ...call.requests.body, required: ['id'] } } }],
    ['answer: id was removed', { answer: { type: 'object', properties: {}, required: [] } }],
    ['answers a file now', { answer: null }],
  ])('has to be explained if it %s', (difference, now) => {
    const findings = compare(now)
    expect(findings).toMatchObject([{ change: `\`${name}\`: ${difference}.`, level: 'breaking' }])
    expect(missing(findings)).toEqual([expect.stringContaining(`names ${name}`)])
  })

  it('has to be explained if it is removed', () => {
    expect(missing(compareCalls({ [name]: call }, {}, unexplained))).toHaveLength(1)
    expect(missing(compareCalls({ [name]: call }, {}, explained))).toEqual([])
  })

  it('that takes a query now may not demand it', () => {
    const query = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    expect(compare({ requests: { ...call.requests, query } })[0]?.change).toContain(
      'query: city is required now',
    )
  })
})

describe("operators' commands and metrics", () => {
  const verify = { options: { '--json': false }, arguments: { id: false } }
  const command = (now: Partial<typeof verify>) =>
    compareCommands({ verify }, { verify: { ...verify, ...now } }, unexplained).map(({ change }) => change)

  it('may be new, with new options', () => {
    expect(command({ options: { '--json': false, ...{ '--fast': false } } })).toEqual([])
    expect(missing(compareCommands({}, { verify }, unexplained))).toEqual([])
    expect(
      missing(compareMetrics({}, { x: { kind: 'gauge', labels: [], usedIn: [] } }, unexplained)),
    ).toEqual([])
  })

  it('have to be explained if scripts that call them fail', () => {
    expect(missing(compareCommands({ verify }, {}, unexplained))).toEqual([
      expect.stringContaining('names ops verify'),
    ])
    expect(command({ options: {} as never })).toEqual(['`ops verify`: --json was removed.'])
    expect(command({ options: { '--json': false, ...{ '--reason': true } } })).toEqual([
      '`ops verify`: --reason has to be given now.',
    ])
    expect(command({ arguments: { of: true } as never })).toEqual(['`ops verify`: <of> has to be given now.'])
    expect(command({ arguments: {} as never })).toEqual(['`ops verify`: <id> is no longer taken.'])
  })

  it('have to be explained if dashboards that read them stay empty', () => {
    const x = { kind: 'gauge', labels: ['kind'], usedIn: ['infra/monitoring/a.json'] }
    const metric = (now?: typeof x) => compareMetrics({ x }, now ? { x: now } : {}, unexplained)
    expect(metric(x)).toEqual([])
    expect(metric()[0]?.change).toBe(
      'The metric `x` was removed. infra/monitoring/a.json of the release before used it.',
    )
    expect(metric({ ...x, labels: [] })[0]?.change).toContain('lost the label kind')
    expect(missing(metric({ ...x, kind: 'counter' }))).toEqual([expect.stringContaining('names x')])
    expect(levelOf(metric())).toBe('breaking')
  })
})
