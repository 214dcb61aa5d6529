import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'

const run = promisify(execFile)

/** The columns and indexes of the log, with one row for each transaction. */
const table = `
  create table plain_events (
    position bigint generated always as identity primary key, stream_id text not null, version integer not null,
    type text not null, schema_version smallint not null, data jsonb not null, actor text not null,
    correlation_id text, causation_id bigint, at timestamptz not null, append_id uuid not null,
    append_index smallint not null, unique (stream_id, version),
    unique (append_id, append_index))`

// without colons, with which the variables of pgbench begin
const insert = `
  insert into plain_events (stream_id, version, type, schema_version, data, actor, at, append_id, append_index)
  values ('booking-' || gen_random_uuid(), 1, 'LabAssigned', 1, jsonb_build_object('labPartnerId', gen_random_uuid()),
          'system-bench', now(), gen_random_uuid(), 0);`

/**
 * Inserts rows with pgbench, each in its own transaction. As root, installs Debian's package if the program is missing.
 * @returns rows per second; NaN, with a sentence, without the program
 */
export async function runPgbench(
  url: string,
  db: pg.Client,
  clients: number,
  seconds: number,
): Promise<number> {
  if (!findPgbench() && process.getuid?.() === 0)
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql-15']).catch(() => {})
  const program = findPgbench()
  if (!program) {
    console.log('pgbench is not installed (Debian: postgresql-15): its row has no peer.')
    return Number.NaN
  }
  await db.query(table)
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-bench-'))
  try {
    const script = join(directory, 'insert.sql')
    await writeFile(script, insert)
    const { stdout } = await run(program, [
      ...['-n', '-M', 'prepared', '-j', '2', '-c', String(clients), '-T', String(seconds), '-f', script, url],
    ])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(directory, { recursive: true })
  }
}

function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'pgbench'))
    .filter(existsSync)
  return globSync('/usr/lib/postgresql/*/bin/pgbench')[0] ?? onPath[0]
}
