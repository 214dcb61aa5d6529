import type pg from 'pg'

/**
 * Gives the log a new epoch and the installation a new id: positions that clients and services remember are those of another
 * history, and jobs in Redis are those of another installation.
 * @returns the new epoch
 */
export async function beginEpoch(client: pg.ClientBase): Promise<string> {
  await client.query(
    `insert into public.settings (key, value) values ('installation', to_jsonb(gen_random_uuid()::text))
     on conflict (key) do update set value = excluded.value`,
  )
  const { rows } = await client.query<{ id: string }>(
    'update log.epoch set id = gen_random_uuid() returning id',
  )
  if (!rows[0]) throw new Error('The log has no epoch')
  return rows[0].id
}
