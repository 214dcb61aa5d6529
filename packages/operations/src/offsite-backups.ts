import type { Queryable } from '@jaanch/eventlog/read'
import { formatDuration } from './format.ts'

/** What backups off the machine and rehearsals of their restore left in `settings`: see infra/deploy/systemd/offsite.sh. */
export type OffsiteBackups = {
  /** The newest; bytes: what a restore of it reads */
  backup: { finishedAt: Date; bytes: number } | null
  /** The newest that succeeded; seconds: until the restored database answered */
  rehearsal: { finishedAt: Date; seconds: number; lostSeconds: number } | null
}

/** @returns nulls on an installation whose backups off the machine are made in another way, or not at all */
export async function readOffsiteBackups(db: Queryable): Promise<OffsiteBackups> {
  const { rows } = await db.query<{ key: string; finishedAt: Date; value: Record<string, number> }>(
    `select key, (value ->> 'finishedAt')::timestamptz as "finishedAt", value from settings
      where key in ('offsite-backup', 'restore-rehearsal')`,
  )
  const found: OffsiteBackups = { backup: null, rehearsal: null }
  for (const { key, finishedAt, value } of rows) {
    if (key === 'offsite-backup') found.backup = { finishedAt, bytes: value.bytes ?? 0 }
    else found.rehearsal = { finishedAt, seconds: value.seconds ?? 0, lostSeconds: value.lostSeconds ?? 0 }
  }
  return found
}

const hourMs = 3_600_000
/** A backup is made every night, a rehearsal every week; both may take some hours */
const maxAgesMs = { backup: 30 * hourMs, rehearsal: 8 * 24 * hourMs }

/** @returns a sentence for each that is too old. An installation that never had one has no trouble */
export function troublesOfBackups({ backup, rehearsal }: OffsiteBackups, now: Date): string[] {
  const troubles: string[] = []
  const ageOf = ({ finishedAt }: { finishedAt: Date }) => now.getTime() - finishedAt.getTime()
  if (backup && ageOf(backup) > maxAgesMs.backup)
    troubles.push(
      `The last backup off the machine ended ${formatDuration(ageOf(backup))} ago: see journalctl -u jaanch-offsite.`,
    )
  if (rehearsal && ageOf(rehearsal) > maxAgesMs.rehearsal)
    troubles.push(
      `A restore was last rehearsed ${formatDuration(ageOf(rehearsal))} ago: see journalctl -u jaanch-rehearsal.`,
    )
  return troubles
}
