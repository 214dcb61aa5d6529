import { formatDuration, formatNumber, formatSize, istTime } from '@jaanch/operations/format'
import { Command } from 'commander'
import { checkBackup } from '../backup/check-backup.ts'
import { sizeOf, summaryOf } from '../backup/manifest.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { interruptSignal, paint, showProgress } from '../terminal/terminal.ts'
import { identityOption } from './backup.ts'
import { resolvePath } from './options.ts'

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
