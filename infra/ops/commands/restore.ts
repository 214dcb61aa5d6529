import { formatDuration, formatNumber, istTime } from '@jaanch/operations/format'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { Command } from 'commander'
import { sizeOf, summaryOf } from '../backup/manifest.ts'
import { describeApplied, readLedger, withoutLedger } from '../backup/read-ledger.ts'
import { type RestorePhase, restore } from '../backup/restore.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withDatabase } from '../stack.ts'
import { interruptSignal, paint, showProgress } from '../terminal/terminal.ts'
import { connectionsOption, identityOption } from './backup.ts'
import { resolvePath } from './options.ts'

type Options = { connections: number; identity?: string; json?: boolean }

export function restoreCommand(): Command {
  return new Command('restore')
    .description('fills an empty database from a backup, verifies it and begins a new epoch')
    .argument('<directory>', 'the backup', resolvePath)
    .addOption(connectionsOption())
    .addOption(identityOption())
    .option('--json', 'the summary as JSON')
    .addHelpText(
      'after',
      details(
        'restore /backups/2026-11-21',
        'restore /backups/2026-11-21 --identity jaanch-key.txt',
        'restore /backups/2026-11-21 --json',
      ),
    )
    .action((directory: string, options: Options) =>
      withDatabase((databaseUrl) => printRestore(databaseUrl, directory, options)),
    )
}

async function printRestore(
  url: string,
  directory: string,
  { connections, identity, json }: Options,
): Promise<void> {
  const startedAt = performance.now()
  const signal = interruptSignal()
  const ledger = await readLedger()
  const { manifest, epoch, migrated, applied } = await restore({
    url,
    directory,
    identity,
    ledger: ledger ?? [],
    connections,
    signal,
    onProgress: json ? () => {} : showPhases(),
  })
  await recordRestore(url)

  const ms = performance.now() - startedAt
  if (json)
    return console.log(
      JSON.stringify(
        {
          directory,
          ...summaryOf(manifest),
          previousEpoch: manifest.epoch,
          epoch,
          migrated,
          applied: ledger ? applied : null,
          ms,
        },
        null,
        2,
      ),
    )
  const { rows } = sizeOf(manifest)
  console.log(
    [
      paint.good(
        `The state of ${istTime(new Date(manifest.createdAt))} IST is restored and verified: ${formatNumber(manifest.head)} events and ${formatNumber(rows - manifest.head)} other rows, in ${formatDuration(ms)}.`,
      ),
      `The epoch is now ${epoch}.`,
      ...(migrated.length > 0 ? [`Migrated: ${migrated.join(', ')}`] : []),
      ledger ? describeApplied(applied) : paint.warning(withoutLedger),
      'Start the services now. The projector builds the read tables before the API is ready.',
      'Messages that were sent after the backup are sent again, under the same ids.',
    ].join('\n'),
  )
}

/** In the restored database: there was none to record it in before. */
async function recordRestore(url: string): Promise<void> {
  const pool = createPostgresPool({ url, name: 'ops', max: 1 })
  try {
    await recordCommand(pool, 'restore')
  } finally {
    await pool.end()
  }
}

const phases: Record<RestorePhase, { line: string; unit: string }> = {
  checking: { line: 'Checking the files …', unit: 'bytes' },
  loading: { line: 'Loading …', unit: 'rows' },
  indexing: { line: 'Making the indexes …', unit: 'tables' },
  verifying: { line: 'Verifying …', unit: '' },
}

/** A line for each phase and its progress below. */
function showPhases() {
  let current: RestorePhase | undefined
  let progress: ReturnType<typeof showProgress> | undefined
  return (phase: RestorePhase, done: number, total: number) => {
    if (phase !== current) {
      console.error(phases[phase].line)
      progress = phases[phase].unit ? showProgress(phases[phase].unit) : undefined
      current = phase
    }
    progress?.(done, total)
  }
}
