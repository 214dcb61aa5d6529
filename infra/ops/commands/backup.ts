import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { recordBackup } from '@jaanch/operations/copies'
import { formatDuration, formatNumber, formatSize } from '@jaanch/operations/format'
import { Command, InvalidArgumentError, Option } from 'commander'
import { backUp } from '../backup/back-up.ts'
import { describeBackupError } from '../backup/backup-errors.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { deleteOldBackups, nameAt } from '../backup/keep-newest.ts'
import { sizeOf, summaryOf } from '../backup/manifest.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { showProgress } from '../terminal/progress.ts'
import { interruptSignal, paint } from '../terminal/terminal.ts'

type Options = { connections: number; recipient?: string; json?: boolean; keep?: number }

export function backupCommand(): Command {
  return new Command('backup')
    .description('copies all that is not derived to a directory, from one snapshot, while everything runs')
    .argument('<directory>', 'empty, or to be created', resolvePath)
    .addOption(connectionsOption())
    .option(
      '--keep <n>',
      'makes the backup in a directory of its own inside <directory>, checks it, and deletes all older ones there but the newest n',
      parseKeep,
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

/** npm runs its scripts in the repository: a relative path is that of the directory in which npm was called. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

export function connectionsOption(): Option {
  return new Option('--connections <n>', 'connections that copy at the same time')
    .argParser(parseConnections)
    .default(3)
}

function parseConnections(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 16)
    throw new InvalidArgumentError('It must be 1 to 16.')
  return value
}

function parseKeep(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 1_000)
    throw new InvalidArgumentError('It must be 1 to 1,000.')
  return value
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
