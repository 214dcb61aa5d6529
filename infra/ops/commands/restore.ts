import { type LedgerEntry, readErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { formatDuration, formatNumber, istTime } from '@jaanch/operations/format'
import { declareRestored } from '@jaanch/operations/now/copies'
import type { Applied } from '@jaanch/operations/privacy/apply-ledger'
import { loadConfig } from '@jaanch/platform/config'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { Command } from 'commander'
import { ledgerDirectory } from '../../local/data-dir.ts'
import { Problem } from '../../local/problem.ts'
import { sizeOf, summaryOf } from '../backup/manifest.ts'
import { type RestorePhase, restore } from '../backup/restore.ts'
import { details } from '../help.ts'
import { operatorActor, recordCommand } from '../record-command.ts'
import { withDatabase, withStack } from '../stack.ts'
import { interruptSignal, paint, showProgress } from '../terminal.ts'
import { connectionsOption, identityOption } from './backup.ts'
import { parseReason, resolvePath } from './options.ts'

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

export function restoredCommand(): Command {
  return new Command('restored')
    .description('begins a new epoch, after the database was restored from a backup')
    .requiredOption('--reason <text>', 'what was restored and why, which is stored', parseReason)
    .option('--json', 'the new epoch as JSON')
    .addHelpText(
      'after',
      details(
        'restored --reason "restored to 21 Nov 2026 14:30"',
        'restored --reason "a copy of the data directory was put back" --json',
      ),
    )
    .action(({ reason, json = false }: { reason: string; json?: boolean }) =>
      withStack(async ({ pool }) => {
        const ledger = await readLedger()
        const { epoch, applied } = await declareRestored(pool, operatorActor(), {
          reason,
          ledger: ledger ?? [],
        })
        if (json)
          return console.log(JSON.stringify({ epoch, reason, applied: ledger ? applied : null }, null, 2))
        console.log(`The log has a new epoch: ${epoch}.
Within a second each API process tells its clients to fetch everything again; clients that are away are told when they connect.
Read tables and consumers that were beyond the end of the log are repaired: see npm run ops -- status.
The queues in Redis have a new prefix, which all processes use within ten seconds; until then work starts a second later.
${ledger ? describeApplied(applied) : paint.warning(withoutLedger)}`)
      }),
    )
}

const withoutLedger =
  'ERASURE_LEDGER is not set: people who were erased, accounts that were disabled and consents of family members that were withdrawn since the backup are back. Erase, disable and withdraw them again.'

/** @returns undefined without a ledger @throws Problem if it can't be read: a restore must not forget it */
async function readLedger(): Promise<LedgerEntry[] | undefined> {
  const config = loadConfig(process.env)
  const directory = ledgerDirectory(config)
  if (!directory) return undefined
  return readErasureLedger(directory).catch((error: NodeJS.ErrnoException) => {
    // a new directory of data, whose stack never ran
    if (error.code === 'ENOENT' && !config.erasureLedger) return undefined
    throw new Problem(
      `The ledger of erasures can't be read: ${error.message}. Nothing was done. Mount it, or create it empty if nobody was ever erased.`,
    )
  })
}

function describeApplied({ erased, disabled, consentsWithdrawn }: Applied): string {
  return `By the ledger, ${formatNumber(erased)} people were erased, ${formatNumber(disabled)} accounts disabled and ${formatNumber(consentsWithdrawn)} consents withdrawn since: so they are here too.`
}
