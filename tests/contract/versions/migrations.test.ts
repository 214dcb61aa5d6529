import { readFileSync } from 'node:fs'
import { knownMigrations } from '@jaanch/infra/local/migrations/migrate'
import { inRepository } from '@jaanch/infra/local/paths'
import { describe, expect, it } from 'vitest'
import { lastReleasedMigration } from './earlier-release.ts'
import { findHazards } from './migration-hazards.ts'

describe('the release before goes on beside a new migration, unless it', () => {
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
  ])('contains: %s', (statement) => {
    expect(findHazards(`-- a comment; drop table other\n${statement};`)).toHaveLength(1)
    expect(findHazards(`-- beside the release before: it never reads this\n${statement};`)).toEqual([])
  })

  it('is about a table that the migration itself makes', () => {
    expect(findHazards('create table labs (name text); create index a on labs (name);')).toEqual([])
  })

  it.each([
    'alter table labs add column phone text',
    "alter table labs add column phone text not null default ''",
    'alter table labs add constraint named check (name is not null) not valid',
    'create function clean() returns void language sql as $$ drop table labs; truncate labs $$',
    'alter table labs alter phone drop not null',
  ])('may contain: %s', (statement) => {
    expect(findHazards(`${statement};`)).toEqual([])
  })
})

it('no migration after the last release stops the processes of that release', () => {
  expect(knownMigrations()).toContain(lastReleasedMigration)
  for (const name of knownMigrations().filter((each) => each > lastReleasedMigration)) {
    const sql = readFileSync(inRepository('infra', 'local', 'migrations', 'sql', `${name}.sql`), 'utf8')
    expect(findHazards(sql), name).toEqual([])
  }
})
