import {
  isOutsideTransaction,
  loadMigrations,
  statementsOutside,
} from '@jaanch/infra/local/migrations/migrate'
import { expect, it } from 'vitest'

/**
 * Statements that a migration must not contain while processes of the release before go on with the database. Only a look at the code of
 * that release says whether one is safe all the same: then the comment `-- beside the release before: <why>` stands above it.
 */
const hazards: readonly { reason: string; pattern: RegExp }[] = [
  {
    reason: 'takes away or renames what that release may use',
    pattern:
      /^drop (?:table|view|materialized view|function|procedure|type|schema)(?: if exists)? ([\w.]+)|^alter (?:type|function|view|schema) ([\w.]+).* rename |^alter table(?: only)? ([\w.]+) .*?\b(?:drop column|rename|drop default)\b/,
  },
  {
    reason: 'refuses rows that that release writes',
    pattern:
      /^alter table(?: only)? ([\w.]+) .*?\b(?:set not null|add column(?: if not exists)? \w+ (?![^,]*\b(?:default|generated)\b)[^,]*\bnot null)\b/,
  },
  { reason: 'empties a table', pattern: /^truncate (?:table )?([\w.]+)/ },
  {
    reason: 'locks a table for as long as it takes to read or to write all of it',
    pattern:
      /^create (?:unique )?index (?!concurrently\b).*?\bon (?:only )?([\w.]+)|^alter table(?: only)? ([\w.]+) .*?\b(?:(?:set data )?type|add (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b(?!.*\bnot valid\b)|add column.*?\bdefault (?:gen_random_uuid|random|clock_timestamp))\b|^alter table(?: only)? ([\w.]+) validate constraint|^(?:lock(?: table)?|reindex(?: table)?|cluster|vacuum full) ([\w.]+)/,
  },
]

const creation = /^create (?:or replace )?(?:table|function|type|view)(?: if not exists)? ([\w.]+)/
const excuse = 'excused'

/**
 * @param sql the text of a migration
 * @returns a sentence for each statement that the release before may not survive; none about things that the migration itself makes
 */
function findHazards(sql: string): string[] {
  if (isOutsideTransaction(sql)) return findUnrepeatable(sql)
  const statements = readStatements(sql)
  const made = new Set(statements.flatMap((statement) => creation.exec(statement)?.[1] ?? []))
  return statements.flatMap((statement) =>
    hazards
      .filter(({ pattern }) => {
        const thing = pattern.exec(statement)?.slice(1).find(Boolean)
        return thing !== undefined && !made.has(thing)
      })
      .map(({ reason }) => `it ${reason}: ${statement.slice(0, 100)}`),
  )
}

/** Statements that hold nobody up outside of a transaction, and that may run again after the one behind them failed. */
const repeatable =
  /^(?:create (?:unique )?index concurrently if not exists |drop index concurrently if exists |alter table [\w.]+ (?:validate constraint|set \(autovacuum))|^set lock_timeout|^do \$do\$/

function findUnrepeatable(sql: string): string[] {
  return statementsOutside(sql)
    .filter((statement) => !repeatable.test(statement))
    .map((statement) => `it cannot be repeated: ${statement.slice(0, 100)}`)
}

/** In lower case, without comments and without the bodies of functions, which no statement of the migration runs. */
function readStatements(sql: string): string[] {
  return sql
    .replaceAll(/--\s*beside the release before: \S.*$/gm, excuse)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => !statement.startsWith(excuse))
}

it.each([
  'drop table labs',
  'drop function if exists log.append(text)',
  'alter table labs drop column phone',
  'alter table labs rename column phone to telephone',
  'alter table only labs alter column phone drop default',
  'alter type log.entry rename attribute a to b',
  'alter table labs alter phone set not null',
  'alter table labs add column phone text not null',
  'alter table labs add column a text default 1, add column b text not null',
  'truncate labs',
  'create unique index labs_phone on labs (phone)',
  'alter table labs alter column phone type integer',
  'alter table labs add constraint named check (name is not null)',
  'alter table labs add foreign key (city) references cities',
  'alter table labs add column token uuid not null default gen_random_uuid()',
  'lock table labs in exclusive mode',
  'alter table labs validate constraint named',
])('a migration must say why the release before survives: %s', (statement) => {
  expect(findHazards(`-- a comment; drop table other\n${statement};`)).toHaveLength(1)
  expect(findHazards(`-- beside the release before: it never reads this\n${statement};`)).toEqual([])
})

it('a migration may change a table that it makes itself', () => {
  expect(findHazards('create table labs (name text); create index a on labs (name);')).toEqual([])
})

it.each([
  'alter table labs add column phone text',
  "alter table labs add column phone text not null default ''",
  'alter table labs add constraint named check (name is not null) not valid',
  'create function clean() returns void language sql as $$ drop table labs; truncate labs $$',
  'alter table labs alter phone drop not null',
])('a migration may contain without a reason: %s', (statement) => {
  expect(findHazards(`${statement};`)).toEqual([])
})

it('a migration outside of a transaction has only what locks nobody out and can be repeated', () => {
  const outside = (statement: string) => findHazards(`-- outside a transaction\n${statement};\n`)
  expect(outside('create index concurrently if not exists a on labs (name)')).toEqual([])
  expect(outside('alter table labs validate constraint named')).toEqual([])
  for (const statement of ['create index concurrently a on labs (name)', 'alter table labs add phone text'])
    expect(outside(statement)).toHaveLength(1)
})

/** The last file of the schema that 0.3.0 begins with. A later one runs while processes of the release before go on. */
const lastOfBaseline = '0014'

it('migrations of all packages are numbered 1, 2, 3 …', () => {
  const numbers = loadMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
  expect(numbers.length).toBeGreaterThanOrEqual(Number(lastOfBaseline))
})

it('no migration after the baseline stops the processes of the release before', () => {
  for (const { name, sql } of loadMigrations())
    if (name.slice(0, 4) > lastOfBaseline) expect(findHazards(sql), name).toEqual([])
})
