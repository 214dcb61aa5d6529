import type { Queryable } from '@jaanch/eventlog/read'

/** A backup that was made, or one that was restored on trial */
type Copy = 'backup' | 'rehearsal'

const keyOf = (copy: Copy) => `last-${copy}`

/** Records that a backup or a rehearsal of a restore has succeeded just now, for `status` and the page of the operators. */
export async function recordCopy(db: Queryable, copy: Copy): Promise<void> {
  await db.query(
    `insert into settings (key, value) values ($1, jsonb_build_object('at', clock_timestamp()))
     on conflict (key) do update set value = excluded.value`,
    [keyOf(copy)],
  )
}

/** @returns when the last one of each succeeded, as far as it is recorded */
export async function readCopies(db: Queryable): Promise<Partial<Record<Copy, Date>>> {
  const { rows } = await db.query<{ backup: Date | null; rehearsal: Date | null }>(
    `select max((value ->> 'at')::timestamptz) filter (where key = $1) as backup,
            max((value ->> 'at')::timestamptz) filter (where key = $2) as rehearsal
       from settings where key in ($1, $2)`,
    [keyOf('backup'), keyOf('rehearsal')],
  )
  const { backup, rehearsal } = rows[0] ?? {}
  return { ...(backup && { backup }), ...(rehearsal && { rehearsal }) }
}
