import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** The same columns and indexes as the log, filled with one row per transaction. */
const table = `
  create table if not exists plain_events (
    position bigint generated always as identity primary key, stream_id text not null, version integer not null,
    type text not null, schema_version smallint not null, data jsonb not null, actor text not null,
    correlation_id text, causation_id bigint, at timestamptz not null, append_id uuid not null,
    append_index smallint not null, unique (stream_id, version), unique (append_id, append_index))`

// without colons, with which the variables of pgbench begin
const insert = `
  insert into plain_events (stream_id, version, type, schema_version, data, actor, at, append_id, append_index)
  values ('booking-' || gen_random_uuid(), 1, 'LabAssigned', 1, jsonb_build_object('labPartnerId', gen_random_uuid()),
          'system-bench', now(), gen_random_uuid(), 0);`

/**
 * Installs Debian's package if pgbench is missing and this process may.
 * @returns the path of the program; undefined, with a sentence, if there is none
 */
export async function installPgbench(): Promise<string | undefined> {
  if (!findPgbench() && process.getuid?.() === 0)
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql-15']).catch(() => {})
  const program = findPgbench()
  if (!program) console.log('pgbench is not installed (Debian: postgresql-15): its row has no peer.')
  return program
}

function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((directory) => join(directory, 'pgbench'))
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) => existsSync(path))
}

/** Inserts rows with pgbench, each in its own transaction. @returns rows per second */
export async function benchPgbench(
  program: string,
  url: string,
  options: { clients: number; seconds: number },
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(table)
  await client.end()
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-bench-'))
  try {
    const script = join(directory, 'insert.sql')
    await writeFile(script, insert)
    const { hostname, port, username, password, pathname } = new URL(url)
    const { stdout } = await run(
      program,
      [
        ...['-n', '-M', 'prepared', '-j', '2', '-c', String(options.clients), '-T', String(options.seconds)],
        ...['-f', script, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
    )
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (!rate) throw new Error(`pgbench printed no rate:\n${stdout}`)
    return Number(rate)
  } finally {
    await rm(directory, { recursive: true })
  }
}
