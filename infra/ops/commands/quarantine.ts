import { writeFile } from 'node:fs/promises'
import { formatDuration, formatSize } from '@jaanch/operations/format'
import { insertAudit } from '@jaanch/storage/audit'
import { Command } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { resolvePath } from './backup.ts'
import { operator } from './resolution.ts'

type Quarantined = {
  id: string
  userId: string
  signature: string
  contentType: string
  size: number
  at: Date
}

export function quarantineCommand(): Command {
  const quarantine = new Command('quarantine').description('uploads in which the scanner found malware')
  quarantine
    .command('list')
    .description('the newest first, at most a hundred')
    .option('--json', 'as JSON')
    .addHelpText('after', details('quarantine list', 'quarantine list --json'))
    .action((options: { json?: boolean }) => withStack(({ pool }) => list(pool, options.json === true)))
  quarantine
    .command('save')
    .description('writes one into a file that must not exist, to examine it')
    .argument('<id>', 'its id in the list')
    .argument('<file>', 'to be created, readable by you alone', resolvePath)
    .addHelpText('after', details('quarantine save 6d7c1c56-0f5e-4a0a-8a53-8f8f6f1f0b1e /tmp/suspect'))
    .action((id: string, file: string) =>
      withStack(async ({ pool }) => {
        const { rows } = await pool.query<{ bytes: Buffer }>(
          'select bytes from quarantine where id::text = $1',
          [id],
        )
        if (!rows[0]) throw new Problem(`Nothing in quarantine has the id ${id}.`)
        await note(pool, id, 'quarantine save')
        await writeFile(file, rows[0].bytes, { flag: 'wx', mode: 0o600 })
      }),
    )
  quarantine
    .command('delete')
    .description('deletes one before its 30 days are over')
    .argument('<id>', 'its id in the list')
    .addHelpText('after', details('quarantine delete 6d7c1c56-0f5e-4a0a-8a53-8f8f6f1f0b1e'))
    .action((id: string) =>
      withStack(async ({ pool }) => {
        const { rowCount } = await pool.query('delete from quarantine where id::text = $1', [id])
        if (rowCount === 0) throw new Problem(`Nothing in quarantine has the id ${id}.`)
        await note(pool, id, 'quarantine delete')
      }),
    )
  return quarantine
}

function note(pool: pg.Pool, id: string, command: string): Promise<void> {
  const object = `quarantine:${id}`
  return insertAudit(pool, [
    { action: 'operator-command', actor: `operator:${operator()}`, object, details: { command } },
  ])
}

async function list(pool: pg.Pool, json: boolean): Promise<void> {
  const { rows } = await pool.query<Quarantined>(
    `select id, user_id as "userId", signature, content_type as "contentType", length(bytes) as size, created_at as at
       from quarantine order by created_at desc limit 100`,
  )
  if (json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  if (rows.length === 0) {
    console.log('Nothing is in quarantine.')
    return
  }
  console.log(
    formatTable(rows, [
      { head: 'id', value: ({ id }) => id },
      { head: 'user', value: ({ userId }) => userId },
      { head: 'found', value: ({ signature }) => signature },
      { head: 'type', value: ({ contentType }) => contentType },
      { head: 'size', value: ({ size }) => formatSize(size), align: 'right' },
      { head: 'age', value: ({ at }) => formatDuration(Date.now() - at.getTime()), align: 'right' },
    ]),
  )
}
