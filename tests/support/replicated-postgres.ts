/**
 * Two embedded PostgreSQL servers, a primary and its streaming standby, behind one address. The npm package has no
 * pg_basebackup, so the standby begins as a copy of the primary's files between pg_backup_start and pg_backup_stop.
 */
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { clusterDir } from '@jaanch/infra/local/postgres/cluster'
import type { Settings } from '@jaanch/infra/local/postgres/server'
import { run } from '@jaanch/infra/local/process/commands'
import { isAlive, listChildren, waitFor } from '@jaanch/infra/local/process/inspect'
import type { LocalServer } from '@jaanch/infra/local/supervisor'
import { withClient } from '@jaanch/platform/postgres'
import { startProxy, type TcpProxy } from './proxy.ts'

export type ReplicatedPostgres = {
  /** The database `jaanch` as superuser, on whichever server is the primary */
  url: string
  /** The same on the standby, reached directly; read-only until it is promoted */
  standbyUrl: string
  /** Between the standby and the primary */
  replication: TcpProxy
  /** Ends every process of the primary at once (kill -9): it neither answers nor writes any more. */
  killPrimary(): Promise<void>
  /** The same with the standby */
  killStandby(): Promise<void>
  /** Makes the standby the primary and points the address to it. */
  promoteStandby(): Promise<void>
  /** Kills the primary only (kill -9); it starts again with what it has on its disk. */
  crashPrimary(): void
  /** After a promotion: makes a new standby in place of the killed primary, and waits until it follows. */
  addStandby(): Promise<void>
  /** Waits until the standby follows again, for example after a crash. */
  waitForStandby(): Promise<void>
  stop(): Promise<void>
}

export type ReplicationOptions = {
  /** The servers store their files in its subdirectories `primary` and `standby` */
  dataDir: string
  /** true: a commit is acknowledged when the standby has it on disk; false: before the standby has it */
  isSynchronous: boolean
  /** As of startPostgres */
  throwAway?: boolean
}

const standbyName = 'standby'
const waitMs = 120_000

/** @throws Problem if a server cannot be started, Error if the standby does not follow within two minutes */
export async function startReplicatedPostgres(options: ReplicationOptions): Promise<ReplicatedPostgres> {
  const { dataDir, isSynchronous, throwAway = false } = options
  // on, although throwAway turns it off: an acknowledged commit must be on the standby
  const settings: Settings = {
    wal_level: 'replica',
    hot_standby: 'on',
    synchronous_commit: 'on',
  }
  const started: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }

  async function start(directory: string, more: Settings = {}): Promise<Member> {
    const server = await startPostgres({ dataDir: directory, throwAway, settings: { ...settings, ...more } })
    started.push(server)
    return { directory, server }
  }

  /** Copies the primary to a directory and starts the copy. */
  async function startStandby(of: Member, directory: string): Promise<Member> {
    await copyCluster(of.server.url, of.directory, directory)
    const standby = await start(directory, {
      primary_conninfo: connectionInfo(replication.url),
      primary_slot_name: standbyName,
      // the default of 5 s would add to the start of a standby whose primary was restarted
      wal_retrieve_retry_interval: '500ms',
    })
    await waitForStandby(of.server.url, isSynchronous)
    return standby
  }

  let primary: Member
  let standby: Member
  let replication: TcpProxy
  let proxy: TcpProxy
  try {
    primary = await start(join(dataDir, 'primary'))
    replication = await startProxy(primary.server.url)
    started.push({ stop: replication.close })
    standby = await startStandby(primary, join(dataDir, 'standby'))
    proxy = await startProxy(primary.server.url)
    started.push({ stop: proxy.close })
  } catch (error) {
    await stop()
    throw error
  }
  /** The directory of the primary that was killed */
  let free = primary.directory

  return {
    url: proxy.url,
    get standbyUrl() {
      return standby.server.url
    },
    replication,
    killPrimary: () => killServer(primary.server),
    killStandby: () => killServer(standby.server),
    async promoteStandby() {
      // The setting synchronous_standby_names was made on the old primary only. On a promoted server that has it, each
      // commit would wait until another standby follows.
      await query(standby.server.url, `select pg_promote(true, ${waitMs / 1_000})`)
      proxy.pointTo(standby.server.url)
      free = primary.directory
      primary = standby
    },
    crashPrimary() {
      const pid = primary.server.pid()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    async addStandby() {
      await rm(free, { recursive: true, force: true })
      replication.pointTo(primary.server.url)
      standby = await startStandby(primary, free)
    },
    waitForStandby: () =>
      waitForState(primary.server.url, isSynchronous ? "sync_state = 'sync'" : "state = 'streaming'"),
    stop,
  }
}

/** A server and the directory that its cluster, password and log are in */
type Member = { directory: string; server: LocalServer }

/** A copy of a running cluster that streams from it when it is started. The slot keeps the WAL since the copy. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const copy = clusterDir(to)
  await withClient(url, async (client) => {
    await client.query('select pg_create_physical_replication_slot($1, true)', [standbyName])
    await client.query('select pg_backup_start($1, true)', [standbyName])
    await mkdir(to, { recursive: true, mode: (await stat(from)).mode })
    const copied = await run('cp', ['-a', clusterDir(from), copy])
    if (!copied.ok) throw new Error(`The cluster could not be copied: ${copied.output}`)
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    await rm(join(copy, 'postmaster.pid'))
    // parts of segments that were being written, and the primary's own slot
    for (const name of ['pg_wal', 'pg_replslot']) await emptyDirectory(join(copy, name))
    await writeFile(join(copy, 'backup_label'), rows[0]?.label ?? '')
    await writeFile(join(copy, 'standby.signal'), '')
    await copyFile(join(from, 'postgres-password'), join(to, 'postgres-password'))
  })
}

async function emptyDirectory(path: string): Promise<void> {
  const emptied = await run('find', [path, '-mindepth', '1', '-delete'])
  if (!emptied.ok) throw new Error(emptied.output)
}

function connectionInfo(url: string): string {
  const { hostname, port, username, password } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=${standbyName}`
}

/** Waits until the standby follows; a synchronous one only then, since commits wait for it from there on. */
async function waitForStandby(url: string, isSynchronous: boolean): Promise<void> {
  await waitForState(url, "state = 'streaming'")
  if (!isSynchronous) return
  const set = `alter system set synchronous_standby_names = '${standbyName}'`
  // it writes a file: not while the disk is full
  const isSet = () =>
    query(url, set).then(
      () => true,
      () => false,
    )
  if (!(await waitFor(isSet, { withinMs: waitMs }))) throw new Error('The primary does not take its setting')
  await query(url, 'select pg_reload_conf()')
  await waitForState(url, "sync_state = 'sync'")
}

async function waitForState(url: string, condition: string): Promise<void> {
  // a primary that starts after a crash does not answer yet
  const count = () => query(url, `select from pg_stat_replication where ${condition}`).catch(() => 0)
  const isReached = async () => (await count()) > 0
  if (!(await waitFor(isReached, { withinMs: waitMs }))) throw new Error(`The standby is not ${condition}`)
}

/** @returns the number of rows */
async function query(url: string, text: string): Promise<number> {
  return (await withClient(url, (client) => client.query(text))).rowCount ?? 0
}

/** The postmaster first, so that it cannot react to the end of the others; they would end only at their next wait. */
async function killServer(server: LocalServer): Promise<void> {
  const postmaster = server.pid()
  if (postmaster === undefined) return
  const pids = [postmaster, ...listChildren(postmaster)]
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it has ended
    }
  }
  // in the same turn of the event loop: the supervisor would start it again
  const stopped = server.stop()
  if (!(await waitFor(() => !pids.some(isAlive), { withinMs: waitMs }))) {
    throw new Error('A process of Postgres survived kill -9')
  }
  await stopped
}
