import type { TestDatabase } from './database.ts'

/** Runs `work` while the log refuses events of one type: as if the process died before it could append them. */
export async function whileLogRefuses<Result>(
  { asOwner }: TestDatabase,
  type: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await asOwner(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create trigger refuse before insert on log.events for each row when (new.type = '${type}') execute function refuse()`,
  )
  try {
    return await work()
  } finally {
    await asOwner('drop trigger refuse on log.events; drop function refuse')
  }
}
