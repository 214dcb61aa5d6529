/** A directory with backups, each in a directory of its own that is named by the time (UTC) at which it began. */

import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDuration, formatNumber, formatSize, istTime } from '@jaanch/operations/format'
import { recordBackup } from '@jaanch/operations/now/copies'
import { isTransient } from '@jaanch/platform/postgres'
import { Command, Option } from 'commander'
import { Problem } from '../../local/problem.ts'
import { backUp } from '../backup/back-up.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { manifestFile, sizeOf, summaryOf } from '../backup/manifest.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { interruptSignal, paint, showProgress } from '../terminal.ts'
import { countBetween, resolvePath } from './options.ts'

type Options = { connections: number; recipient?: string; json?: boolean; keep?: number }

export function backupCommand(): Command {
  return new Command('backup')
    .description('copies all that is not derived to a directory, from one snapshot, while everything runs')
    .argument('<directory>', 'empty, or to be created', resolvePath)
    .addOption(connectionsOption())
    .option(
      '--keep <n>',
      'makes the backup in a directory of its own inside <directory>, checks it, and deletes all older ones there but the newest n',
      countBetween(1, 1_000),
    )
    .option('--recipient <key>', 'encrypts the files with age, for this public key')
    .option('--json', 'the summary as JSON')
    .addHelpText(
      'after',
      details(
        'backup /backups/2026-11-21',
        'backup /backups/2026-11-21 --connections 8',
        'backup /backups/2026-11-21 --json',
        'backup /backups --keep 14',
        'backup /backups --keep 14 --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      ),
    )
    .action((directory: string, options: Options) =>
      withStack(async ({ ownerUrl, pool }) => {
        // a copy of everything is a read of everything
        await recordCommand(pool, 'backup')
        if (options.keep === undefined) await printBackup(ownerUrl, directory, options)
        else await backUpAndKeep(ownerUrl, directory, { ...options, keep: options.keep })
        await recordBackup(pool)
      }),
    )
}

export function identityOption(): Option {
  return new Option('--identity <file>', 'the secret key of age, if the backup is encrypted').argParser(
    resolvePath,
  )
}

export function connectionsOption(): Option {
  return new Option('--connections <n>', 'connections that copy at the same time')
    .argParser(countBetween(1, 16))
    .default(3)
}

/** Older backups are deleted only when the new one was read again. */
async function backUpAndKeep(
  url: string,
  parent: string,
  { keep, ...options }: Options & { keep: number },
): Promise<void> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const now = new Date()
  const directory = join(parent, nameAt(now))
  await printBackup(url, directory, options)
  const signal = interruptSignal()
  await checkBackup({ directory, signal }).catch((error) => {
    throw signal.aborted ? new InterruptedProblem('Interrupted: the backup was not read again.') : error
  })
  const deleted = await deleteOldBackups(parent, keep, now)
  if (options.json) return
  console.log('All of it was read again.')
  if (deleted.length > 0) console.log(`Deleted: ${deleted.join(', ')}`)
}

async function printBackup(
  url: string,
  directory: string,
  { connections, recipient, json }: Options,
): Promise<void> {
  const startedAt = performance.now()
  const signal = interruptSignal()
  const onProgress = json ? () => {} : showProgress('rows')
  const { manifest, foreignTables } = await backUp({
    url,
    directory,
    connections,
    recipient,
    signal,
    onProgress,
  }).catch((error) => {
    if (signal.aborted) throw new InterruptedProblem('Interrupted: what it had written is removed.')
    throw describeBackupError(error) ?? error
  })

  for (const name of foreignTables) console.error(`The table ${name} is not Jaanch's and not in the backup.`)
  const ms = performance.now() - startedAt
  if (json) return console.log(JSON.stringify({ directory, ...summaryOf(manifest), ms }, null, 2))
  const { rows, files, bytes } = sizeOf(manifest)
  console.log(
    paint.good(
      `${formatNumber(manifest.head)} events and ${formatNumber(rows - manifest.head)} other rows are in ${directory}: ${formatNumber(files)} files, ${formatSize(bytes)}, in ${formatDuration(ms)}.`,
    ),
  )
  if (recipient === undefined) console.log('It contains personal data, not encrypted.')
}

/** Calls that sockets do not make */
const fileCalls = ['open', 'mkdir', 'scandir', 'chmod', 'fsync', 'rename', 'close']

/** SQLSTATE */
const insufficientPrivilege = '42501'

/** An error of the disk or the connection while a backup was written, as a sentence for the operator. Undefined for others. */
export function describeBackupError(error: unknown): Problem | undefined {
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Problem(`The disk is full (${code}): what the backup had written is removed.`)
  if (code === insufficientPrivilege)
    return new Problem('A backup reads all tables, which their owner may: name it in DATABASE_OWNER_URL.')
  if (isTransient(error))
    return new Problem(
      `The database could not be read to the end (${(error as Error).message}): what the backup had written is removed.`,
    )
  if (!fileCalls.includes(syscall)) return undefined
  return new Problem(`The backup cannot be written (${[code, path].filter(Boolean).join(' ')}).`)
}

const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/
const staleAfterMs = 2 * 24 * 3_600_000

/** The name of a backup that begins now: colons are not possible in names on every file system. */
export function nameAt(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/**
 * Deletes all backups of a directory but the newest, and what backups left that were killed more than two days ago. Other files and
 * directories stay.
 * @param keep at least 1
 * @returns the names of what was deleted, oldest first
 */
export async function deleteOldBackups(parent: string, keep: number, now: Date): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => pattern.test(name)).sort()
  const isComplete = (name: string) => existsSync(join(parent, name, manifestFile))
  const old = new Set(names.filter(isComplete).slice(0, -keep))
  // another one may be under way
  const killed = names.filter((name) => !isComplete(name) && now.getTime() - beganAt(name) > staleAfterMs)
  const doomed = names.filter((name) => old.has(name) || killed.includes(name))
  for (const name of doomed) await rm(join(parent, name), { recursive: true })
  return doomed
}

const beganAt = (name: string) => Date.parse(name.replace(pattern, '$1T$2:$3:$4Z'))

export function checkBackupCommand(): Command {
  return new Command('check-backup')
    .description('reads all files of a backup, without a database: checksums, compression and rows')
    .argument('<directory>', 'the backup', resolvePath)
    .addOption(identityOption())
    .option('--json', 'the summary as JSON')
    .addHelpText(
      'after',
      details('check-backup /backups/2026-11-21', 'check-backup /backups/2026-11-21 --json'),
    )
    .action(async (directory: string, { json, identity }: { json?: boolean; identity?: string }) => {
      const startedAt = performance.now()
      const signal = interruptSignal()
      const manifest = await checkBackup({
        directory,
        identity,
        signal,
        onProgress: json ? () => {} : showProgress('bytes'),
      }).catch((error) => {
        throw signal.aborted ? new InterruptedProblem('Interrupted.') : error
      })
      const ms = performance.now() - startedAt
      if (json) return console.log(JSON.stringify({ directory, ...summaryOf(manifest), ms }, null, 2))
      const { rows, files, bytes } = sizeOf(manifest)
      console.log(
        paint.good(
          `The backup of ${istTime(new Date(manifest.createdAt))} IST can be read: ${formatNumber(rows)} rows in ${formatNumber(files)} files, ${formatSize(bytes)}, in ${formatDuration(ms)}.`,
        ),
      )
    })
}
